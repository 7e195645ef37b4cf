// Takes the screenshots that the documentation shows: one of each view, and one that
// moves.
//
//   STRATALOG=path/to/stratalog node pictures.mjs [folder]

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { browser, serve, visit } from "./harness.mjs";
import { animation } from "./moving.mjs";

const folder = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), "../../../../docs/src/page");

/** What is done in a view before its picture is taken. */
const views = {
  async minesweeper({ page, open }) {
    await open("#minesweeper?board=intermediate&first=zero&seed=42");
    await page.locator('game-board [data-row="8"][data-column="8"]').click();
    await page.waitForFunction(() => document.querySelectorAll("game-board .plain").length > 5);
    for (const name of ["Probabilities", "Safe squares and mines", "The champion’s choice"]) await page.getByLabel(name).check();
    await page.waitForSelector("game-board .label");
    for (const name of ["May I guess?", "Where to look", "Which numbers", "The square"]) {
      await page.getByRole("button", { name, exact: true }).click();
      await page.waitForTimeout(300);
    }
  },
  async analysis({ page, open }) {
    await open("#analysis");
    await page.locator(".reasons button").first().click();
    await page.waitForSelector("game-board .mark-reason");
  },
  async games({ page, open }) {
    await open("#games?game=noughts-and-crosses");
    await page.getByLabel("Value of every move").check();
    await page.locator('game-board [data-row="1"][data-column="2"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".record li").length === 2);
    await page.locator('game-board [data-row="3"][data-column="3"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".record li").length === 4);
    await page.waitForSelector("game-board .label");
  },
  async learn({ page, open }) {
    await open("#learn?game=noughts-and-crosses&with=migo");
    await page.getByRole("button", { name: "Learn", exact: true }).click();
    await page.getByRole("button", { name: "Play against it" }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".card figure").length >= 3);
    await page.evaluate(() => document.querySelector(".run h2")?.scrollIntoView());
  },
  async teach({ page, open }) {
    await open("#teach");
    await page.waitForSelector("button.move, game-board .covered");
    await page.locator("game-board .covered").first().click();
    await page.waitForSelector(".message .card");
  },
  async rules({ page, open }) {
    await open("#rules");
    await page.waitForFunction(() => document.querySelector(".status")?.textContent?.startsWith("✓"));
    await page.waitForSelector(".preview game-board .cell");
  },
  async induce({ page, open }) {
    await open("#induce");
    await page.getByRole("button", { name: "Learn", exact: true }).click();
    await page.waitForSelector(".outcome table");
    await page.evaluate(() => document.querySelector(".triple")?.scrollIntoView());
  },
  async papers({ page, open }) {
    await open("#papers");
    await page.waitForSelector(".paper");
  },
};

/** A Minesweeper game in steps: hints, and then the champion plays on. */
async function* moving({ page, open }) {
  await open("#minesweeper?board=beginner&first=zero&seed=11");
  await page.locator('game-board [data-row="3"][data-column="3"]').click();
  await page.waitForFunction(() => document.querySelectorAll("game-board .plain").length > 5);
  yield 1500;
  for (const name of ["May I guess?", "Where to look", "Which numbers", "The square"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await page.waitForTimeout(300);
    yield name === "The square" ? 3000 : 1500;
  }
  for (const name of ["Safe squares and mines", "Probabilities"]) {
    await page.getByLabel(name).check();
    await page.waitForTimeout(300);
    yield 1500;
  }
  await page.getByRole("button", { name: "Play on" }).click();
  for (let step = 7; step >= 0; step--) {
    await page.waitForTimeout(1000);
    yield step > 0 ? 600 : 4000;
  }
}

const { address, end } = await serve();
const running = await browser();

/** A page and what takes a picture of it. */
async function camera(size, quality) {
  const { page, context, open } = await visit(running, address, { viewport: size });
  const session = await context.newCDPSession(page);
  const take = async () => {
    await page.evaluate(() => { /** @type {HTMLElement | null} */ (document.activeElement)?.blur(); });
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality });
    return Buffer.from(data, "base64");
  };
  return { page, context, open, take };
}

function keep(name, data) {
  const path = join(folder, `${name}.webp`);
  writeFileSync(path, data);
  console.log(path);
}

mkdirSync(folder, { recursive: true });
for (const [name, prepare] of Object.entries(views)) {
  const { page, context, open, take } = await camera({ width: 1080, height: 760 }, 70);
  await prepare({ page, open });
  await page.waitForTimeout(300);
  keep(name, await take());
  await context.close();
}
const size = { width: 960, height: 600 };
const { page, context, open, take } = await camera(size, 50);
const frames = [];
for await (const milliseconds of moving({ page, open })) {
  await page.evaluate(() => scrollTo(0, 186));
  frames.push({ data: await take(), milliseconds });
}
keep("moving", animation(frames, size));
await context.close();
await running.close();
await end();
