// Rules and strategies that were brought to the page or learned here, by the names
// that the server gave them.

import { post } from "./api.js";

/** Where the titles of rules are kept while the window is open. */
const PLACE = "stratalog-rules";
/** Titles of rules, by name. @type {Map<string, string>} */
const rulesheets = new Map(JSON.parse(sessionStorage.getItem(PLACE) ?? "[]"));
/** Titles of strategies and the games they play, by name. @type {Map<string, {title: string, game: string}>} */
const strategies = new Map();

/** Whether rules are written in KIF. @param {string} text */
export const isKif = (text) => /^\s*[(;]/.test(text);

/**
 * Sends rules to the server and gives the name under which they can be played; the same text always has the same name.
 * @param {string} text
 * @param {string} title
 * @returns {Promise<string>}
 */
export async function send(text, title) {
  const kind = /\.(kif|gdl)$/i.test(title) || isKif(text) ? "kif" : "rules";
  const { name } = await post("api/texts", { kind, text });
  return name;
}

/**
 * Sends rules to the server and lists them among the games, in place of earlier rules of this title.
 * @param {string} text
 * @param {string} title
 * @returns {Promise<string>}
 */
export async function bring(text, title) {
  const name = await send(text, title);
  for (const [earlier, own] of rulesheets) if (own === title && earlier !== name) rulesheets.delete(earlier);
  rulesheets.set(name, title);
  sessionStorage.setItem(PLACE, JSON.stringify([...rulesheets]));
  return name;
}

/**
 * Whether a text is a strategy, and the game it says it is for.
 * @param {string} text
 * @returns {string | null}
 */
export function gameOf(text) {
  return /^\s*strategy\(\s*game\s*,\s*'?([\w-]+)'?\s*\)/m.exec(text)?.[1] ?? null;
}

/**
 * Sends a strategy to the server and makes it available as a player.
 * @param {string} text
 * @param {string} title
 * @param {string} game
 * @returns {Promise<string>}
 */
export async function bringStrategy(text, title, game) {
  const { name } = await post("api/texts", { kind: "strategy", text });
  strategies.set(name, { title, game });
  return name;
}

/**
 * Makes a strategy of the server available as a player of a game.
 * @param {string} name
 * @param {string} game
 * @param {string} title
 */
export function offer(name, game, title) {
  if (!strategies.has(name)) strategies.set(name, { title, game });
}

/**
 * The strategies that play a game, with their titles.
 * @param {string} game
 * @returns {[string, string][]}
 */
export function offered(game) {
  return [...strategies].filter(([, strategy]) => strategy.game === game).map(([name, { title }]) => [name, title]);
}

/** All strategies. @returns {[string, {title: string, game: string}][]} */
export const allOffered = () => [...strategies];

/** All rules that were brought. @returns {[string, string][]} */
export const allBrought = () => [...rulesheets];

/** The title of rules, or the name of a game. @param {string} name */
export const titleOf = (name) => rulesheets.get(name) ?? name;

/** What a run does, with the titles of rules instead of their names. @param {import("./api.js").RunState} run */
export const titleOfRun = ({ title, asked }) => (asked.game ? title.replace(asked.game, titleOf(asked.game)) : title);

/** Whether a name is that of rules that were brought. @param {string} name */
export const isBrought = (name) => rulesheets.has(name);

/** Whether a name is that of a strategy. @param {string} name */
export const isOffered = (name) => strategies.has(name);

/**
 * Strategies of runs that the server still knows.
 * @param {import("./api.js").RunState[]} runs
 */
export function offerLearned(runs) {
  for (const run of runs) {
    const answer = run.result?.answer;
    if (answer?.strategy) offer(answer.strategy, answer.game, titleOfRun(run));
  }
}
