// The main story of each view, in a real browser, from the first click to the
// last; by keyboard, on a phone's width and in the dark as well.
//
//   STRATALOG=path/to/stratalog node run.mjs [part of a story's name]

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accessible, browser, serve, shot as shotAs, visit } from "./harness.mjs";

/** Takes a picture; a narrow one has another name than a wide one. */
const shot = (page, name) => shotAs(page, page.viewportSize().width < 500 ? `${name.replace("-phone-dark", "")}-phone-dark` : name);

const stories = {
  async "Minesweeper is played with the mouse, flagged, hinted and taken back"({ page, open }) {
    await open("#minesweeper?board=beginner&first=zero&seed=7");
    const cell = (row, column) => page.locator(`game-board [data-row="${row}"][data-column="${column}"]`);
    await cell(4, 4).click();
    await page.waitForFunction(() => document.querySelectorAll("game-board .plain").length > 5);
    const covered = page.locator("game-board .covered").first();
    await covered.click({ button: "right" });
    await page.waitForFunction(() => document.querySelector("game-board")?.textContent?.includes("⚑"));
    for (const text of ["May I guess?", "Where to look", "Which numbers", "The square"]) {
      await page.getByRole("button", { name: text, exact: true }).click();
      await page.waitForFunction((before) => document.querySelector(".hint p") && document.querySelector(".hint")?.textContent !== before, null);
      await page.waitForTimeout(100);
    }
    await page.waitForSelector("game-board .mark-safe, game-board .mark-move");
    await page.getByLabel("Probabilities").check();
    await page.getByLabel("Safe squares and mines").check();
    await page.getByLabel("The champion’s choice").check();
    await page.waitForSelector("game-board .label");
    await shot(page, "minesweeper");
    await accessible(page, "Minesweeper");
    await page.getByRole("button", { name: "Take back" }).click();
    await page.waitForFunction(() => document.querySelectorAll("game-board .plain").length === 0);
  },

  async "a seed that was typed is the seed of the new game, until a square is opened"({ page, open }) {
    await open("#minesweeper?board=beginner&first=zero&seed=7");
    const seed = page.getByLabel("Seed");
    await seed.fill("4242");
    await page.getByRole("button", { name: "New game" }).click();
    await page.waitForTimeout(300);
    if (!page.url().includes("seed=4242")) throw new Error(`another seed was chosen: ${page.url()}`);
    await page.locator('game-board [data-row="4"][data-column="4"]').click();
    await page.waitForFunction(() => document.querySelectorAll("game-board .plain").length > 0);
    await page.getByRole("button", { name: "New game" }).click();
    await page.waitForFunction(() => !location.hash.includes("seed=4242"));
  },

  async "the same address opens the same board"({ page, open }) {
    const seen = [];
    for (let visitNumber = 0; visitNumber < 2; visitNumber++) {
      await open("#minesweeper?board=intermediate&first=zero&seed=42");
      await page.reload();
      await page.locator('game-board [data-row="8"][data-column="8"]').click();
      await page.waitForFunction(() => document.querySelectorAll("game-board .plain").length > 5);
      seen.push(await page.locator("game-board").innerText());
    }
    if (seen[0] !== seen[1]) throw new Error("the boards differ");
  },

  async "a player plays Minesweeper to its end and the game is reviewed"({ page, open }) {
    await open("#minesweeper?board=beginner&first=zero&seed=11");
    await page.getByLabel("Moves a second").fill("10");
    await page.getByRole("button", { name: "Play on" }).click();
    await page.getByRole("button", { name: "Review this game" }).click();
    await page.waitForSelector(".review .chart .curve", { state: "attached" });
    await shot(page, "review");
    await accessible(page, "Review");
  },

  async "a board that needs no guess is found, and opened in the analysis"({ page, open }) {
    await open("#minesweeper?board=beginner&first=zero&seed=5");
    await page.getByLabel("No guess needed").check();
    await page.waitForFunction(() => document.querySelector(".message")?.textContent?.includes("Certified"));
    await page.waitForFunction(() => document.querySelectorAll("game-board .plain").length > 5);
    await page.getByRole("button", { name: "Open in the analysis" }).click();
    await page.waitForSelector(".reasons button");
    const position = await page.getByRole("textbox", { name: "Position" }).inputValue();
    if (!position.startsWith("9x9/10")) throw new Error(position);
  },

  async "Minesweeper is played by keyboard alone"({ page, open }) {
    await open("#minesweeper?board=beginner&first=zero&seed=3");
    await page.waitForSelector('game-board .cell[tabindex="0"]');
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement?.matches("game-board .cell"))) break;
    }
    for (const pressed of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(pressed);
    await page.waitForFunction(() => document.querySelectorAll("game-board .plain").length > 0);
    await page.evaluate(() => { /** @type {HTMLElement} */ (document.querySelector("game-board .covered")).focus(); });
    await page.keyboard.press("f");
    await page.waitForFunction(() => document.querySelector("game-board")?.textContent?.includes("⚑"));
  },

  async "a position is built and its contradiction is marked"({ page, open }) {
    await open("#analysis");
    await page.waitForSelector("game-board .mark-safe, game-board .label");
    await shot(page, "analysis");
    await accessible(page, "Analysis");
    const reasons = page.locator(".reasons button");
    if (await reasons.count()) {
      await reasons.first().click();
      await page.waitForSelector("game-board .mark-reason");
    }
    await page.getByRole("textbox", { name: "Position" }).fill("2x2/1\n3.\n..\n");
    await page.waitForSelector("game-board .mark-conflict");
    await page.locator('game-board [data-row="1"][data-column="1"]').focus();
    await page.keyboard.press("1");
    await page.waitForFunction(() => document.querySelector(".message")?.textContent?.includes("3 boards"));
  },

  async "a position is painted by a drag, and a board file is opened square by square"({ page, open }) {
    await open("#analysis?position=3x3/1%0A1..%0A...%0A...%0A");
    const cell = (row, column) => page.locator(`game-board [data-row="${row}"][data-column="${column}"]`);
    await cell(1, 1).hover();
    await page.mouse.down();
    await cell(1, 2).hover();
    await page.mouse.up();
    const position = page.getByRole("textbox", { name: "Position" });
    await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("11."));
    if (!(await position.inputValue()).startsWith("3x3/1\n11.")) throw new Error(await position.inputValue());
    await page.locator("#position-file").setInputFiles({ name: "board.mbf", mimeType: "application/octet-stream", buffer: Buffer.from([3, 2, 0, 1, 0, 0]) });
    await page.getByText("board.mbf: click a square").waitFor();
    await cell(2, 3).click();
    await page.waitForFunction(() => document.querySelectorAll("game-board .plain").length > 0);
    await cell(1, 1).click();
    await page.waitForFunction(() => document.querySelector(".message .problem")?.textContent?.includes("mine"));
  },

  async "a number is chorded, a wrong flag is named, and a lost game shows its mines"({ page, open }) {
    await open("#minesweeper?board=5x5/3&first=zero&seed=8");
    const cell = (row, column) => page.locator(`game-board [data-row="${row}"][data-column="${column}"]`);
    await cell(1, 1).click();
    await page.waitForFunction(() => document.querySelectorAll("game-board .plain").length > 0);
    // What is certain is asked for, so that the story fits any board.
    const known = await page.evaluate(async () => {
      const seat = await (await fetch("api/sessions", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game: "minesweeper", board: "5x5/3", first_move: "zero", seed: 8, moves: ["1,1"] }) })).json();
      return (await fetch("api/analyse", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ position: seat.position }) })).json();
    });
    if (known.safe.length === 0 || known.mines.length === 0) throw new Error("nothing is certain on this board");
    await cell(...known.safe[0]).click({ button: "right" });
    await page.getByRole("button", { name: "May I guess?" }).click();
    await page.locator(".hint", { hasText: "One of your flags is wrong." }).waitFor();
    await page.waitForSelector("game-board .mark-wrong");
    await cell(...known.safe[0]).click({ button: "right" });
    for (const mine of known.mines) await cell(...mine).click({ button: "right" });
    const before = await page.locator("game-board .plain").count();
    const numbers = page.locator("game-board .n1, game-board .n2");
    for (let place = 0; place < (await numbers.count()) && (await page.locator("game-board .plain").count()) === before; place++) {
      await numbers.nth(place).click();
      await page.waitForTimeout(150);
    }
    if ((await page.locator("game-board .plain").count()) === before) throw new Error("no number opened what is left around it");
    await cell(...known.mines[0]).click({ button: "right" });
    await cell(...known.mines[0]).click();
    await page.locator(".status", { hasText: "A mine. The game is lost." }).waitFor();
    await page.getByRole("button", { name: "Review this game" }).click();
    await page.waitForSelector(".review .clicks li");
  },

  async "a position is pasted as emoji, turned by the wheel and shared as a link"({ page, open }) {
    await open("#analysis");
    const position = page.getByRole("textbox", { name: "Position" });
    await position.fill("⬜⬜⬜\n1️⃣1️⃣1️⃣\n⬛⬛⬛\n");
    await page.waitForFunction(() => document.querySelectorAll("game-board .cell").length === 9);
    await page.waitForFunction(() => document.querySelectorAll("game-board .n1").length === 3);
    await page.locator('game-board [data-row="3"][data-column="2"]').click();
    await page.waitForFunction(() => document.querySelectorAll("game-board .n1").length === 4);
    if ((await position.inputValue()) !== "3x3/?\n000\n111\n.1.\n") throw new Error(await position.inputValue());
    await position.fill("1x2/1\nhello");
    // A board that is not what the text says cannot be edited.
    await page.waitForFunction(() => document.querySelector("game-board")?.inert && document.querySelector(".message .problem"));
    await position.fill("2x2/1\n1.\n..\n");
    await page.waitForFunction(() => document.querySelectorAll("game-board .cell").length === 4);
    // The wheel scrolls the page, until the board is clicked; then it turns squares.
    await page.setViewportSize({ width: 1280, height: 420 });
    const cell = (row, column) => page.locator(`game-board [data-row="${row}"][data-column="${column}"]`);
    await cell(1, 1).hover();
    await page.mouse.wheel(0, 100);
    await page.waitForFunction(() => window.scrollY > 0);
    if (!(await position.inputValue()).startsWith("2x2/1\n1.")) throw new Error("the wheel edited a board that nobody clicked");
    await page.evaluate(() => window.scrollTo(0, 0));
    await cell(2, 2).click();
    await page.waitForFunction(() => document.querySelector("textarea")?.value.startsWith("2x2/1\n1.\n.1"));
    await cell(1, 1).hover();
    const scrolled = await page.evaluate(() => window.scrollY);
    await page.mouse.wheel(0, -100);
    await page.waitForFunction(() => document.querySelector("textarea")?.value.startsWith("2x2/1\n2."));
    await page.mouse.wheel(0, 15);
    await page.mouse.wheel(0, 100);
    await page.waitForFunction(() => document.querySelector("textarea")?.value.startsWith("2x2/1\n1."));
    await page.mouse.wheel(0, -100);
    await page.waitForFunction(() => document.querySelector("textarea")?.value.startsWith("2x2/1\n2."));
    if ((await page.evaluate(() => window.scrollY)) !== scrolled) throw new Error("the page moved while a square was turned");
    await page.keyboard.press("Escape");
    await page.mouse.wheel(0, 100);
    await page.waitForFunction((before) => window.scrollY > before, scrolled);
    if (!(await position.inputValue()).startsWith("2x2/1\n2.")) throw new Error("Escape did not give the wheel back");
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("button", { name: "Copy a link" }).click();
    await page.waitForFunction(() => location.hash.includes("position="));
    await page.reload();
    await page.waitForFunction(() => document.querySelector("textarea")?.value.startsWith("2x2/1\n2."));
  },

  async "a rulesheet is dropped onto the page, and a player that thinks is stopped"({ page, open }) {
    await open("#games");
    const text = `role(x). role(o). init(control(x)).
      square(R, C) :- between(1, 20, R), between(1, 20, C).
      init(cell(R, C, blank)) :- square(R, C).
      legal(P, mark(R, C)) :- true(control(P)), true(cell(R, C, blank)).
      legal(x, noop) :- true(control(o)). legal(o, noop) :- true(control(x)).
      next(cell(R, C, P)) :- does(P, mark(R, C)).
      next(cell(R, C, P)) :- role(P), true(cell(R, C, P)).
      next(cell(R, C, blank)) :- true(cell(R, C, blank)), \\+ marked(R, C).
      marked(R, C) :- does(_, mark(R, C)).
      next(control(o)) :- true(control(x)). next(control(x)) :- true(control(o)).
      terminal :- \\+ open. open :- true(cell(_, _, blank)).
      goal(P, 50) :- role(P).`;
    await page.evaluate((rules) => {
      const files = new DataTransfer();
      files.items.add(new File([rules], "long.pl", { type: "text/plain" }));
      document.querySelector(".view")?.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
    }, text);
    await page.waitForFunction(() => document.querySelectorAll("game-board .cell").length === 400);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll("game-board .cell").length === 400);
    await page.locator(".panel select").nth(1).selectOption("uct");
    await page.locator('game-board [data-row="1"][data-column="1"]').click();
    await page.getByText("o is thinking").waitFor();
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByText("Paused; o is to move.").waitFor();
    await page.getByRole("button", { name: "Take back" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".record li").length === 0);
  },

  async "Minesweeper is played by touch"({ page, open }) {
    await open("#minesweeper?board=beginner&first=zero&seed=7");
    await page.locator('game-board [data-row="4"][data-column="4"]').tap();
    await page.waitForFunction(() => document.querySelectorAll("game-board .plain").length > 5);
    const box = await page.locator("game-board .covered").first().boundingBox();
    const session = await page.context().newCDPSession(page);
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
    await page.waitForTimeout(700);
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.waitForFunction(() => document.querySelector("game-board")?.textContent?.includes("⚑"));
    const open_ = await page.locator("game-board .plain").count();
    await page.getByLabel("Tap sets flags").check();
    await page.locator("game-board .covered").nth(3).tap();
    await page.waitForFunction(() => (document.querySelector("game-board")?.textContent?.match(/⚑/g) ?? []).length === 2);
    if ((await page.locator("game-board .plain").count()) !== open_) throw new Error("a flag opened a square");
  },

  async "noughts and crosses is played against minimax to the end"({ page, open }) {
    await open("#games");
    await page.waitForSelector("game-board .mark-target");
    await page.locator('game-board [data-row="2"][data-column="2"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".record li").length === 2);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForSelector("game-board .mark-move");
    await shot(page, "games");
    await accessible(page, "Games");
    await page.getByRole("button", { name: "Take back" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".record li").length === 0);
    while (!(await page.locator(".status").innerText()).includes("over")) {
      const before = await page.locator(".record li").count();
      const move = page.locator("button.move").first();
      await move.click();
      await page.waitForFunction((count) => document.querySelectorAll(".record li").length > count
        && (document.querySelector(".status")?.textContent?.includes("over") || document.querySelector("button.move")), before);
    }
  },

  async "every legal move has its value, exact or estimated"({ page, open }) {
    await open("#games?game=noughts-and-crosses");
    await page.getByLabel("Value of every move").check();
    await page.waitForFunction(() => document.querySelectorAll("game-board .label").length === 9);
    await page.locator('game-board [data-row="1"][data-column="1"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".record li").length === 2);
    await page.waitForFunction(() => document.querySelectorAll("button.move .worth").length === 7);
    const texts = await page.locator("button.move .worth").allInnerTexts();
    if (!texts.every((text) => /^ ?(win|draw|loss)/.test(text))) throw new Error(texts.join(", "));
    await shot(page, "values");
    await accessible(page, "Values");
    await open("#games?game=othello");
    await page.waitForFunction(() => [...document.querySelectorAll("button.move .worth")].some((one) => one.textContent?.includes("~")));
    await page.getByLabel("Value of every move").uncheck();
  },

  async "a strategy file is opened and played against"({ page, open }) {
    await open("#games");
    const text = "strategy(game, 'noughts-and-crosses').\nstrategy(board, '3x3').\nstrategy(order, [win_1/2]).\nwin_1(A, B) :- move(A, B), won(B).\n";
    await page.locator("#rulesheet").setInputFiles({ name: "own.pl", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.waitForFunction(() => [...document.querySelectorAll(".panel select")].some((list) => list.selectedOptions[0]?.text === "own.pl"));
    await page.locator('game-board [data-row="2"][data-column="2"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".record li").length === 2);
  },

  async "a pawn is moved from its square to another"({ page, open }) {
    await open("#games?game=hexapawn");
    await page.waitForSelector("game-board .mark-target");
    await page.locator("game-board .mark-target").first().click();
    await page.waitForSelector("game-board .mark-chosen");
    await page.locator("game-board .mark-target").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".record li").length === 2);
  },

  async "two players are watched at Othello"({ page, open }) {
    await open("#games?game=othello");
    await page.waitForSelector("game-board .disc");
    const names = await page.locator("game-board .names").textContent();
    const legal = await page.locator("button.move").first().innerText();
    if (names !== "abcdefgh" || !names.includes(legal[0])) throw new Error(`the columns are ${names}, but a move is ${legal}`);
    const seats = page.locator(".panel select");
    await seats.nth(0).selectOption("random");
    await seats.nth(1).selectOption("random");
    await page.waitForFunction(() => document.querySelectorAll(".record li").length >= 3);
    const discs = await page.evaluate(() => [document.querySelectorAll(".piece-disc").length, document.querySelectorAll(".record li").length]);
    if (discs[0] !== 4 + discs[1]) throw new Error(`${discs[1]} moves, but ${discs[0]} discs`);
    await shot(page, "othello");
    await accessible(page, "Othello");
  },

  async "a learner is watched and its strategy played against"({ page, open }) {
    await open("#learn?game=noughts-and-crosses&with=migo");
    await page.getByRole("button", { name: "Learn", exact: true }).click();
    await page.waitForSelector(".card h3");
    await page.waitForSelector(".chart .curve", { state: "attached" });
    await page.getByText("The end of one of the last games").waitFor();
    await page.getByRole("button", { name: "Play against it" }).waitFor();
    await page.waitForSelector(".card figure game-board .mark-move");
    await shot(page, "learn");
    await accessible(page, "Learn");
    await page.getByRole("button", { name: "Be taught it" }).click();
    for (let question = 0; question < 2; question++) {
      await page.locator("button.move").first().click();
      await page.waitForSelector(".message .card h3");
      await page.getByRole("button", { name: "Next question" }).click();
    }
    await page.waitForFunction(() => document.querySelector(".panel .status")?.textContent?.includes("of 2 right"));
    await page.goBack();
    await page.locator(".line button.link").first().click();
    await page.getByRole("button", { name: "Play against it" }).click();
    await page.waitForSelector("game-board .mark-target");
    await page.locator('game-board [data-row="1"][data-column="1"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".record li").length === 2);
  },

  async "rules are shown with their sentences and pictures while they are learned"({ page, open }) {
    await open("#learn?game=noughts-and-crosses&with=migo");
    // Whether the run still goes on when the first picture is there.
    const isLive = page.evaluate(() => new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector(".card figure game-board .mark-move")) return;
        observer.disconnect();
        resolve([...document.querySelectorAll(".run button")].some((button) => button.textContent === "Stop" && !button.hidden));
      }).observe(document.body, { childList: true, subtree: true });
    }));
    await page.getByRole("button", { name: "Learn", exact: true }).click();
    if (!(await isLive)) throw new Error("the first picture comes when the run is over");
    if (!(await page.locator(".card:has(figure) > p").first().innerText()).includes(" ")) throw new Error("a rule has no sentence");
    await page.getByRole("button", { name: "Play against it" }).waitFor();
    const bare = await page.locator(".card:not(:has(figure))").count();
    if (bare > 0) throw new Error(`${bare} rules have no picture`);
    // What was found is still there when the run is opened again.
    await open("#papers");
    await open("#learn");
    await page.waitForSelector(".card figure game-board .mark-move");
  },

  async "features are shown with what they count, and those that are dropped leave"({ page, open }) {
    await open("#learn?game=hexapawn&with=zenith");
    await page.getByRole("button", { name: "Learn", exact: true }).click();
    await page.waitForSelector(".card figure game-board .mark-reason");
    await page.getByRole("button", { name: "Play against it" }).waitFor({ timeout: 300000 });
    const cards = await page.locator(".card h3").allInnerTexts();
    const features = await page.evaluate(async () => {
      const { runs } = await (await fetch("api/runs")).json();
      return runs[0].result.answer.features.map((/** @type {{name: string}} */ feature) => feature.name);
    });
    if (cards.toSorted().join() !== features.toSorted().join()) throw new Error(`${cards} are shown, but ${features} are in use`);
    await shot(page, "features");
    await accessible(page, "Features");
  },

  async "a file that is dropped is taken by the view or left alone, never opened instead of the page"({ page, open }) {
    const drop = (name, text) => page.evaluate(([name, text]) => {
      const files = new DataTransfer();
      files.items.add(new File([text], name, { type: "text/plain" }));
      const event = new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true });
      document.querySelector(".view")?.dispatchEvent(event);
      return event.defaultPrevented;
    }, [name, text]);
    const sheet = "role(me). init(n(0)). legal(me, up). next(n(N)) :- true(n(M)), N is M + 1. terminal :- true(n(3)). goal(me, 100) :- true(n(3)). goal(me, 0) :- \\+ true(n(3)).";
    await open("#minesweeper");
    if (!(await drop("x.txt", "x"))) throw new Error("the browser would open the file");
    await open("#rules");
    await page.waitForFunction(() => document.querySelector(".status")?.textContent?.startsWith("✓"));
    await drop("up.pl", sheet);
    await page.waitForFunction(() => document.querySelector(".status")?.textContent?.includes("Roles: me"));
    await open("#learn");
    await drop("up.pl", sheet);
    await page.waitForFunction(() => [...document.querySelectorAll("select")].some((list) => list.selectedOptions[0]?.text === "up.pl"));
  },

  async "a learner is paused, goes on, is stopped and resumed"({ page, open }) {
    await open("#learn?game=minesweeper&with=mio");
    await page.getByRole("button", { name: "Learn", exact: true }).click();
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("button", { name: "Go on", exact: true }).click();
    await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByRole("button", { name: "Resume", exact: true }).click();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByRole("button", { name: "Resume", exact: true }).waitFor();
    // A resumed run counts its games from the first again.
    await open("#learn?game=noughts-and-crosses&with=migo");
    await page.getByLabel("Games", { exact: true }).fill("100000");
    await page.getByRole("button", { name: "Learn", exact: true }).click();
    await page.waitForSelector(".card h3");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByRole("button", { name: "Resume", exact: true }).click();
    await page.waitForSelector(".card h3");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByRole("button", { name: "Resume", exact: true }).waitFor();
    const [games, ...outcomes] = (await page.locator(".run .status").innerText()).match(/\d+/g).map(Number);
    if (outcomes.reduce((sum, one) => sum + one) !== games) throw new Error(`${games} games, but ${outcomes} ends`);
  },

  async "a person is taught Minesweeper, and a missed position comes back"({ page, open }) {
    let asked = page.waitForResponse(/quiz\/question/);
    await open("#teach");
    await page.waitForSelector("game-board .covered");
    await shot(page, "teach");
    await accessible(page, "Be taught");
    let missed = "";
    let came = false;
    for (let number = 0; number < 6 && !came; number++) {
      const question = await (await asked).json();
      came = question.position === missed;
      if (came) await page.getByText("You missed this one before.").waitFor();
      // The first question is answered wrongly, the others rightly.
      const answer = await page.evaluate(async ({ position, choices, wanted }) => {
        for (const { move } of choices) {
          const response = await fetch("api/quiz/judgement", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game: "minesweeper", position, answer: move }) });
          if ((await response.json()).is_right === wanted) return move;
        }
        throw new Error("there is no such answer");
      }, { ...question, wanted: number > 0 });
      const [row, column] = answer.split(",");
      await page.locator(`.stage game-board [data-row="${row}"][data-column="${column}"]`).click();
      await page.waitForSelector(number > 0 ? ".message .right" : ".message .missed");
      await page.waitForSelector(".message .card h3");
      if (number === 0) {
        missed = question.position;
        await shot(page, "taught");
        await accessible(page, "Judged");
      }
      asked = page.waitForResponse(/quiz\/question/);
      await page.getByRole("button", { name: "Next question" }).click();
    }
    await asked;
    if (!came) throw new Error("the missed position did not come back");
  },

  async "a lesson is taken and a game is played by keyboard alone"({ page, open }) {
    const toBoard = async () => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate(() => document.activeElement?.matches("game-board .cell"))) return;
      }
      throw new Error("the board cannot be reached by Tab");
    };
    await open("#teach");
    await page.waitForSelector("game-board .covered");
    await toBoard();
    for (let steps = 0; steps < 80 && !(await page.evaluate(() => document.activeElement?.matches(".covered"))); steps++) {
      await page.keyboard.press(steps % 9 === 8 ? "ArrowDown" : steps % 18 < 9 ? "ArrowRight" : "ArrowLeft");
    }
    await page.keyboard.press("Enter");
    await page.waitForSelector(".message .card h3");
    const asked = page.waitForResponse(/quiz\/question/);
    await page.keyboard.press("Enter");
    await asked;
    await open("#games?game=noughts-and-crosses");
    await page.waitForSelector("game-board .mark-target");
    await toBoard();
    for (const pressed of ["ArrowDown", "ArrowRight", "Enter"]) await page.keyboard.press(pressed);
    await page.waitForFunction(() => document.querySelectorAll(".record li").length === 2);
  },

  async "a strategy is learned, saved and played against by keyboard alone"({ page, open }) {
    await open("#learn?game=noughts-and-crosses&with=migo");
    await tabTo(page, "Learn");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Play against it" }).waitFor();
    await tabTo(page, "Save the strategy");
    const saved = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    if (!(await saved).suggestedFilename().endsWith("-strategy.pl")) throw new Error("no strategy is saved");
    await tabTo(page, "Play against it");
    await page.keyboard.press("Enter");
    await page.waitForSelector("game-board .mark-target");
    await tabTo(page, "row 1, column 1: empty, can be chosen");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".record li").length === 2);
  },

  async "a position, rules, a problem and a paper are worked on by keyboard alone"({ page, open }) {
    await open("#analysis");
    await page.waitForSelector("game-board .label");
    await tabTo(page, "row 1, column 1: covered, 25%");
    for (const pressed of ["ArrowRight", "F", "ArrowDown", "Home", "1"]) await page.keyboard.press(pressed);
    await page.waitForFunction(() => document.querySelector("textarea")?.value.startsWith("5x6/6\n.F....\n12122."));
    await open("#rules");
    await page.waitForFunction(() => document.querySelector(".status")?.textContent?.startsWith("✓"));
    await tabTo(page, "Rules");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("x");
    await page.waitForSelector(".remarks .error");
    await tabTo(page, "error, line…");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Backspace");
    await page.waitForFunction(() => document.querySelector(".status")?.textContent?.startsWith("✓"));
    await open("#induce");
    await page.waitForSelector("textarea");
    await tabTo(page, "Learn");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".theory")?.textContent?.includes("grandparent"));
    await open("#papers");
    await page.waitForSelector(".paper");
    await tabTo(page, "Run it, quickly: bssuct-3x3-7");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".paper img.plot");
    await page.waitForFunction(() => document.querySelectorAll(".run tbody tr").length >= 5);
  },

  async "rules are edited, their mistake is shown in place, and they are played"({ page, open }) {
    await open("#rules");
    await page.waitForFunction(() => document.querySelector(".status")?.textContent?.startsWith("✓"));
    await page.waitForSelector(".preview game-board .cell");
    await shot(page, "rules");
    await accessible(page, "Rules");
    const editor = page.getByLabel("Rules", { exact: true });
    const good = await editor.inputValue();
    await editor.fill(`${good}\nlegal(white, `);
    await page.waitForFunction(() => document.querySelector(".status")?.textContent?.startsWith("✗"));
    await page.waitForSelector(".remarks .error");
    await page.waitForSelector(".paint .said.error");
    await shot(page, "rules-mistake");
    await editor.fill("(role me)\n(init (n 0))\n(<= (legal me up) (true (n 0)))\n(<= (next (n 1)) (does me up))\n(<= terminal (true (n 1)))\n(<= (goal me 100) (true (n 1)))\n(<= (goal me 0) (true (n 0)))\n");
    await page.waitForFunction(() => document.querySelector(".status")?.textContent?.includes("✓ These rules can be played. Roles: me."));
    await editor.fill(good);
    await page.waitForFunction(() => document.querySelector(".status")?.textContent?.includes("Roles: x, o"));
    await page.getByRole("button", { name: "Report" }).click();
    await page.waitForSelector(".outcome table");
    await page.waitForSelector(".pictures game-board .cell");
    await shot(page, "report");
    await accessible(page, "Report");
    await page.getByRole("button", { name: "Play it" }).click();
    await page.waitForSelector("button.move");
  },

  async "rules that are pasted keep their own name and are listed once"({ page, open }) {
    await open("#rules");
    await page.waitForFunction(() => document.querySelector(".status")?.textContent?.startsWith("✓"));
    const pasted = (most) => `% Take the last match: one or two at a time.\nrole(first). role(second).\ninit(left(${most})). init(control(first)).\n`
      + "legal(P, take(N)) :- true(control(P)), true(left(L)), between(1, 2, N), N =< L.\nlegal(P, wait) :- role(P), \\+ true(control(P)).\n"
      + "next(left(M)) :- does(_, take(N)), true(left(L)), M is L - N.\nnext(control(first)) :- true(control(second)).\nnext(control(second)) :- true(control(first)).\n"
      + "terminal :- true(left(0)).\ngoal(P, 0) :- true(control(P)).\ngoal(P, 100) :- role(P), \\+ true(control(P)).\n";
    const editor = page.getByLabel("Rules", { exact: true });
    // Checked, played and played again, then changed and played once more.
    for (const most of [5, 5, 6]) {
      await editor.fill(pasted(most));
      await page.waitForFunction(() => document.querySelector(".status")?.textContent?.includes("Roles: first, second"));
      await page.getByRole("button", { name: "Play it" }).click();
      await page.waitForSelector("button.move");
      const names = await page.locator("label", { hasText: /^Game/ }).locator("option").allTextContents();
      const own = names.filter((name) => name.includes("Take the last match"));
      if (own.length !== 1) throw new Error(`listed ${own.length} times: ${names.join(", ")}`);
      await page.goto(`${page.url().split("#")[0]}#rules`);
      await editor.waitFor();
    }
  },

  async "a form of the quiz asks for the answers that are missing"({ page }) {
    const folder = mkdtempSync(join(tmpdir(), "stratalog-forms-"));
    const stratalog = (...args) => execFileSync(process.env.STRATALOG ?? "stratalog", args, { cwd: folder, stdio: "pipe" });
    stratalog("learn", "noughts-and-crosses", "--out", "ox.pl");
    stratalog("quiz", "ox.pl", "--questions", "2", "--out", "forms");
    await page.setContent(readFileSync(join(folder, "forms", "form-a.html"), "utf8"));
    rmSync(folder, { recursive: true });
    const next = page.locator(".next:visible");
    await page.locator("fieldset:visible").nth(0).getByRole("radio").first().check();
    await next.click();
    await page.getByText("Without an answer: 2.").waitFor();
    await page.locator("fieldset:visible").nth(1).getByRole("radio").first().check();
    await next.click();
    await page.getByText("The rules of a strategy").waitFor();
    await next.click();
    await next.click();
    await page.getByText("Without an answer: 1, 2.").waitFor();
    // Whoever knows no answer may leave it out.
    await next.click();
    await page.getByRole("button", { name: "Save the answers" }).click();
    await page.getByText("Write your name or number first").waitFor();
    await page.getByLabel("Name or number").fill("ann");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the answers" }).click();
    if ((await saved).suggestedFilename() !== "answers-ann.csv") throw new Error("the answers have another name");
  },

  async "clauses are induced from the examples on the page"({ page, open }) {
    await open("#induce");
    await page.getByRole("button", { name: "Learn", exact: true }).click();
    await page.waitForFunction(() => document.querySelector(".theory")?.textContent?.includes("grandparent"));
    await page.waitForFunction(() => [...document.querySelectorAll(".outcome td")].some((cell) => cell.textContent?.includes("parent(ann,bob)")));
    await shot(page, "induce");
    await accessible(page, "Induce");
    const files = {
      "kin.b": ":- modeh(1, kin(+person, +person)).\n:- modeb(*, parent(+person, -person)).\n:- modeb(*, parent(+person, +person)).\n:- determination(kin/2, parent/2).\nparent(a, b). parent(b, c). parent(c, d). parent(d, e).\nperson(a). person(b). person(c). person(d). person(e).\n",
      "kin.f": "kin(a, c). kin(b, d). kin(c, e).\n",
      "kin.n": "kin(a, b). kin(a, d). kin(b, e).\n",
    };
    const background = page.getByLabel("Background");
    const right = await background.inputValue();
    await background.fill("parent(ann, bob");
    await page.getByRole("button", { name: "Learn", exact: true }).click();
    await page.waitForFunction(() => document.querySelector("pre.problem")?.textContent?.includes("bk.pl:1"));
    if (await page.getByRole("button", { name: "Resume", exact: true }).isVisible()) throw new Error("a run that failed can be resumed");
    await background.fill(right);
    await page.locator("#problem").setInputFiles(Object.entries(files).map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) })));
    await page.getByText("Files: kin.b, kin.f, kin.n").waitFor();
    await page.getByRole("button", { name: "Learn", exact: true }).click();
    await page.waitForFunction(() => document.querySelector(".theory")?.textContent?.includes("kin("));
  },

  async "a folder is dropped onto the page and learned from"({ page, open }) {
    const folder = mkdtempSync(join(tmpdir(), "kin-"));
    const files = {
      "kin.b": ":- modeh(1, kin(+person, +person)).\n:- modeb(*, parent(+person, -person)).\n:- modeb(*, parent(+person, +person)).\n:- determination(kin/2, parent/2).\nparent(a, b). parent(b, c). parent(c, d). parent(d, e).\nperson(a). person(b). person(c). person(d). person(e).\n",
      "kin.f": "kin(a, c). kin(b, d). kin(c, e).\n",
      "kin.n": "kin(a, b). kin(a, d). kin(b, e).\n",
      // What some systems put into every folder.
      ".DS_Store": "\u0000",
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    await open("#induce");
    await page.waitForSelector("textarea");
    const session = await page.context().newCDPSession(page);
    for (const type of ["dragEnter", "dragOver", "drop"]) {
      await session.send("Input.dispatchDragEvent", { type, x: 400, y: 300, data: { items: [], files: [folder], dragOperationsMask: 1 } });
    }
    await page.getByText("Files: kin.b, kin.f, kin.n").waitFor();
    await page.getByRole("button", { name: "Learn", exact: true }).click();
    await page.waitForFunction(() => document.querySelector(".theory")?.textContent?.includes("kin("));
    await page.waitForFunction(() => [...document.querySelectorAll(".outcome td")].some((cell) => cell.textContent?.includes("parent(a,b)")));
    rmSync(folder, { recursive: true });
  },

  async "papers are listed and one is run quickly and stopped"({ page, open }) {
    await open("#papers");
    await page.waitForSelector(".paper");
    await shot(page, "papers");
    await accessible(page, "Papers");
    await page.getByRole("button", { name: /^Run it/ }).first().click();
    await page.waitForSelector(".run h2");
    const stop = page.getByRole("button", { name: "Stop" });
    if (await stop.isVisible()) await stop.click().catch(() => {});
    await page.waitForSelector(".run .run-body > *");
  },
};

/** Moves the focus by Tab to what has this name; `…` at its end stands for more. */
async function tabTo(page, name) {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate((wanted) => {
      const one = /** @type {any} */ (document.activeElement);
      const names = [one?.getAttribute("aria-label"), one?.textContent, one?.labels?.[0]?.firstChild?.textContent];
      return !one?.closest("nav") && names.some((text) => (wanted.endsWith("…") ? text?.startsWith(wanted.slice(0, -1)) : text?.trim() === wanted));
    }, name);
    if (found) return;
  }
  throw new Error(`${name} cannot be reached by Tab`);
}

/** The main story of each view, in the dark and as narrow as a phone. */
const main = [
  "Minesweeper is played with the mouse, flagged, hinted and taken back",
  "a player plays Minesweeper to its end and the game is reviewed",
  "a position is built and its contradiction is marked",
  "noughts and crosses is played against minimax to the end",
  "a learner is watched and its strategy played against",
  "a person is taught Minesweeper, and a missed position comes back",
  "rules are edited, their mistake is shown in place, and they are played",
  "clauses are induced from the examples on the page",
  "papers are listed and one is run quickly and stopped",
];
for (const name of main) {
  const story = stories[name];
  stories[`in the dark and narrow, ${name}`] = async (visit) => {
    await story(visit);
    const width = await visit.page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 390) throw new Error(`the page is ${width} pixels wide`);
  };
  stories[`in the dark and narrow, ${name}`].options = { viewport: { width: 390, height: 844 }, colorScheme: "dark" };
}

stories["Minesweeper is played by touch"].options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Every view on a phone, light and dark. */
const views = ["minesweeper?board=beginner&first=zero&seed=7", "analysis", "games", "learn", "teach", "rules", "induce", "papers"];
for (const view of views) {
  const name = view.split("?")[0];
  stories[`${name} fits a phone in the dark`] = async ({ page, open }) => {
    await open(`#${view}`);
    await page.waitForTimeout(1500);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 390) throw new Error(`the page is ${width} pixels wide`);
    await shot(page, `${name}-phone-dark`);
    await accessible(page, `${name}, dark`);
  };
  stories[`${name} fits a phone in the dark`].options = { viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true, isMobile: true };
}

const part = process.argv[2] ?? "";
const { address, end } = process.env.ADDRESS ? { address: process.env.ADDRESS, end: async () => {} } : await serve();
const running = await browser();
let failed = 0;
for (const [name, story] of Object.entries(stories)) {
  if (!name.includes(part)) continue;
  const { page, context, faults, open } = await visit(running, address, story.options);
  try {
    await story({ page, open });
    if (faults.length > 0) throw new Error(faults.join("\n"));
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n        ${[error.message.split("\n").slice(0, 12).join("\n        "), ...faults].join("\n        ")}`);
    await shot(page, `failed-${name.replaceAll(/\W+/g, "-")}`).catch(() => {});
  }
  await context.close();
}
await running.close();
await end();
console.log(failed === 0 ? "all stories pass" : `${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
