// The HTTP interface of the server. Answers are those of the library.

/**
 * @typedef {[number, number]} Square row and column, from 1
 * @typedef {{piece?: string, symbol: string, look?: "plain" | "covered", mark?: string, label?: string}} Cell
 * @typedef {{rows: Cell[][], columns?: "letters", notes: string[]}} Drawing
 * @typedef {{move: string, from?: Square, to?: Square}} MoveChoice
 * @typedef {{role: string, move: string, reason: any, english: string}} Advice
 * @typedef {object} Seat
 * @property {string} id
 * @property {string} game
 * @property {string} board
 * @property {string[]} roles
 * @property {string[]} players
 * @property {string} adviser
 * @property {string} position
 * @property {Drawing} drawing
 * @property {string | null} to_move
 * @property {string[]} legal_moves
 * @property {[string, string][]} moves
 * @property {number[] | null} goals
 * @property {MoveChoice[]} choices
 * @property {string[] | null} outcomes
 * @property {Square[]} [mines]
 * @property {Square} [exploded]
 * @property {Advice} [advice]
 * @typedef {{name: string, players: string[], boards: string[]}} ListedGame
 * @typedef {{games: ListedGame[], players: {name: string, setting: string | null, about: string}[]}} Games
 * @typedef {{file: string, line: number, column: number, message: string, severity?: string}} Diagnostic
 * @typedef {{answer?: any, error?: string, interrupted?: string}} RunResult
 * @typedef {{id: string, title: string, verb: string, asked: any, is_running: boolean, is_paused: boolean, can_resume: boolean, seconds: number, events: number, result: RunResult | null}} RunState
 * @typedef {{kind: "exact", outcome: "win" | "draw" | "loss", plies: number | null} | {kind: "estimated", score: number, simulations: number} | {kind: "unknown"}} Worth
 * @typedef {{move: string, worth: Worth, english: string}} MoveValue
 * @typedef {{role: string, moves: MoveValue[], ended: string}} Values
 * @typedef {{name: string, about: string, games: string[], usual_for: string[], learns_rulesheets: boolean, counts: string, usual_count: number}} Learner
 * @typedef {{name: string, english: string, clauses: string[]}} TaughtRule
 * @typedef {{asked: number, rules: {rule: string, asked: number, right: number}[], cards: {position: string, due: number, interval: number}[]}} Progress
 * @typedef {{game: string, board: string, position: string, role: string, drawing: Drawing, choices: MoveChoice[], is_repeated: boolean, rules: TaughtRule[]}} Question
 * @typedef {{verdict: "right" | "as_good" | "worse" | "different", is_right: boolean, best: string, as_good: string[], rule: TaughtRule, english: string, drawing: Drawing, progress: Progress}} Judged
 * @typedef {object} Analysis
 * @property {string} board
 * @property {boolean | null} consistent
 * @property {string} solutions
 * @property {Square[]} safe
 * @property {Square[]} mines
 * @property {{square: Square, verdict: string, rule?: string, numbers: Square[], english: string}[]} reasons
 * @property {{square: Square, mine_probability: number}[]} cells
 * @property {{square: Square, mine_probability: number, reason: string, win_probability?: number} | null} best
 * @property {Square[]} [conflict]
 * @property {string} [problem]
 * @property {Drawing} drawing
 * @property {string} ended
 * @property {string} [because]
 */

/** A refusal of the server. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {Diagnostic[]} diagnostics
   */
  constructor(status, message, diagnostics) {
    super(message);
    this.status = status;
    this.diagnostics = diagnostics;
  }
}

/** What a call that the person stopped is refused with. */
const STOPPED = -1;

/** Whether the person stopped a call. @param {unknown} error */
export const isStopped = (error) => error instanceof Refusal && error.status === STOPPED;

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal] ends the call; the server then stops, too
 * @returns {Promise<any>}
 */
async function call(method, path, body, signal) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch {
    if (signal?.aborted) throw new Refusal(STOPPED, "Stopped.", []);
    throw new Refusal(0, "The server does not answer. Is stratalog serve still running?", []);
  }
  const answer = await response.json().catch(() => ({ error: `The server answered ${response.status}.` }));
  if (!response.ok) throw new Refusal(response.status, answer.error ?? "The request was refused.", answer.diagnostics ?? []);
  return answer;
}

/** @param {string} path */
export const get = (path) => call("GET", path);

/** @param {string} path @param {unknown} [body] */
export const post = (path, body) => call("POST", path, body ?? {});

/** @type {Promise<Games> | null} */
let known = null;

/** The games of the catalogue. @returns {Promise<Games>} */
export function games() {
  known ??= get("api/games").catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

/**
 * A game in progress.
 */
export class Session {
  /** Ends what a player thinks about. @type {AbortController | null} */
  #thinking = null;

  /** @param {Seat} seat @param {object} opening */
  constructor(seat, opening) {
    this.seat = seat;
    this.opening = opening;
  }

  /**
   * @param {{game: string, board?: string, first_move?: string, seed?: number, moves?: string[]}} opening
   */
  static async open(opening) {
    return new Session(await post("api/sessions", opening), opening);
  }

  /**
   * @param {string} verb
   * @param {object} [body]
   * @param {AbortSignal} [signal]
   * @returns {Promise<Seat>}
   */
  async #ask(verb, body, signal) {
    try {
      this.seat = await call("POST", `api/sessions/${this.seat.id}/${verb}`, body ?? {}, signal);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 404) throw error;
      // The server forgot the game: open it again with its moves.
      const moves = this.seat.moves.map(([, move]) => move);
      this.seat = await post("api/sessions", { ...this.opening, moves });
      this.seat = await call("POST", `api/sessions/${this.seat.id}/${verb}`, body ?? {}, signal);
    }
    return this.seat;
  }

  /** @param {...string} moves */
  play(...moves) {
    return this.#ask("play", { moves });
  }

  undo() {
    return this.#ask("undo");
  }

  /** @param {string} [player] */
  hint(player) {
    return this.#think("hint", player ? { player } : {});
  }

  /** Stops a player that thinks. */
  stop() {
    this.#thinking?.abort();
  }

  /**
   * Asks a player, which may take long and can be stopped.
   * @param {string} verb
   * @param {object} body
   */
  async #think(verb, body) {
    const thinking = new AbortController();
    this.#thinking = thinking;
    try {
      return await this.#ask(verb, body, thinking.signal);
    } catch (error) {
      // The player may have moved just before.
      if (isStopped(error)) this.seat = await get(`api/sessions/${this.seat.id}`).catch(() => this.seat);
      throw error;
    } finally {
      if (this.#thinking === thinking) this.#thinking = null;
    }
  }

  /** The value of every legal move. @returns {Promise<Values>} */
  values() {
    return get(`api/sessions/${this.seat.id}/values`);
  }

  /** @param {string} player */
  letMove(player) {
    return this.#think("let", { player });
  }
}
