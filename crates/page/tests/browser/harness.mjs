// A browser and a server for the stories: starts both, and watches that nothing
// leaves the machine and no script fails.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const shots = process.env.SCREENSHOTS ?? join(here, "screenshots");

/** Starts `stratalog serve` on a free port; gives its address and what ends it. */
export async function serve() {
  const command = process.env.STRATALOG ?? "stratalog";
  const server = spawn(command, ["serve", "--port", "0", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    let text = "";
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    server.stdout.on("data", (bytes) => {
      text += bytes;
      if (text.includes("\n")) resolve(JSON.parse(text).address);
    });
  });
  const end = () => new Promise((resolve, reject) => {
    server.removeAllListeners("exit");
    server.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`the server ended with ${code}`))));
    server.kill("SIGINT");
  });
  return { address, end };
}

export function browser() {
  const paths = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"];
  return chromium.launch({
    executablePath: paths.find((path) => path && existsSync(path)),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/** A page that fails the story on a script error or a request to another machine. */
export async function visit(running, address, options = {}) {
  const context = await running.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(Number(process.env.PATIENCE ?? 60000));
  const faults = [];
  page.on("pageerror", (error) => faults.push(`script error: ${error.message}`));
  page.on("console", (message) => {
    const expected = /Failed to load resource: the server responded with a status of 4/.test(message.text());
    if (message.type() === "error" && !expected) faults.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !url.startsWith("blob:") && !url.startsWith("data:")) faults.push(`request to ${url}`);
  });
  const assets = process.env.ASSETS;
  if (assets) {
    // While writing the page: its files as they are on disk, not in the binary.
    await page.route(/\/[a-z]+\.(js|css)$/, (route) => route.fulfill({ path: join(assets, new URL(route.request().url()).pathname) }));
  }
  const open = (view) => page.goto(`${address}${view}`, { waitUntil: "load" }).then(() => page.waitForSelector("h1"));
  return { page, context, faults, open };
}

/** Fails where axe-core finds a serious or critical violation. */
export async function accessible(page, name) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | ")})`);
  });
  if (found.length > 0) throw new Error(`${name}: ${found.join("\n")}`);
}

export async function shot(page, name) {
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
}
