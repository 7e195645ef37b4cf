// Many people at once: each plays Minesweeper with all overlays on, as fast as a
// quick person does, against a server that has one core. Fails where the answers
// are too slow.
//
//   STRATALOG=path/to/stratalog node load.mjs [seconds] [people]

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";

const SECONDS = Number(process.argv[2] ?? 20);
const PEOPLE = Number(process.argv[3] ?? 50);
/** A move takes a person this long, in milliseconds. */
const THINKING = 1000;
/** 95% of all answers must be quicker, in milliseconds. */
const QUICK = 50;
/** Half of the overlays of an expert board must be quicker, in milliseconds. */
const OVERLAY = 20;
/** Where other work keeps the server from its core for more than this share of the
 * time, answers are late for reasons that are not the server's. */
const BUSY = 0.1;
/** The server is then judged by the share of the core that it needs: with less than
 * this, answers rarely wait for each other. */
const LOAD = 0.5;

const command = process.env.STRATALOG ?? "stratalog";
const server = spawn("taskset", ["-c", "0", command, "serve", "--port", "0", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
const [line] = await once(server.stdout, "data");
const { address } = JSON.parse(String(line));

/** The processor time of the server, and the time it waited for the core, in seconds. */
function scheduled() {
  const sums = [0, 0];
  for (const thread of readdirSync(`/proc/${server.pid}/task`)) {
    const numbers = readFileSync(`/proc/${server.pid}/task/${thread}/schedstat`, "utf8").split(" ").map(Number);
    sums[0] += numbers[0] / 1e9;
    sums[1] += numbers[1] / 1e9;
  }
  return { used: sums[0], waited: sums[1] };
}

/** @param {string} path @param {object} body */
async function timed(path, body) {
  const begun = performance.now();
  const response = await fetch(`${address}${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return { answer, time: performance.now() - begun };
}

const times = { move: /** @type {number[]} */ ([]), overlay: /** @type {number[]} */ ([]) };
const until = performance.now() + 1000 * SECONDS;
const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

/** One person: opens what the overlay calls safest, over and over. */
async function person(number) {
  await pause(Math.random() * THINKING);
  for (let seed = 1000 * number; performance.now() < until; seed++) {
    let { answer: seat } = await timed("api/sessions", { game: "minesweeper", board: "expert", first_move: "zero", seed });
    while (seat.to_move && performance.now() < until) {
      const overlay = await timed("api/analyse", { position: seat.position, first_move: "zero" });
      times.overlay.push(overlay.time);
      const [row, column] = overlay.answer.best.square;
      const move = await timed(`api/sessions/${seat.id}/play`, { moves: [`${row},${column}`] });
      times.move.push(move.time);
      seat = move.answer;
      await pause(THINKING * (0.5 + Math.random()));
    }
  }
}

/** @param {number[]} values @param {number} share */
const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))];

await timed("api/analyse", { position: "2x2/1\n..\n..\n" });
const before = scheduled();
await Promise.all(Array.from({ length: PEOPLE }, (_, number) => person(number + 1)));
const after = scheduled();
server.kill("SIGINT");
await once(server, "exit");
const all = [...times.move, ...times.overlay];
for (const [name, values] of Object.entries(times)) {
  console.log(`${name.padEnd(8)} ${String(values.length).padStart(6)} answers, half within ${quantile(values, 0.5).toFixed(1)} ms, 95% within ${quantile(values, 0.95).toFixed(1)} ms`);
}
const load = (after.used - before.used) / SECONDS;
const waiting = (after.waited - before.waited) / SECONDS;
console.log(`the server used ${(100 * load).toFixed(0)}% of its core, ${(1000 * (after.used - before.used) / all.length).toFixed(2)} ms an answer, and waited for it ${(100 * waiting).toFixed(0)}% of the time`);
const isBusy = waiting > BUSY;
if (isBusy) console.log("this machine is busy with other work: the server is judged by its share of the core");
const isQuick = isBusy ? load < LOAD : quantile(all, 0.95) < QUICK && quantile(times.overlay, 0.5) < OVERLAY;
console.log(isQuick ? `${PEOPLE} people are served in time` : `${PEOPLE} people are served too slowly`);
process.exit(isQuick ? 0 : 1);
