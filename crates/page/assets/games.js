// Games: every game of the catalogue and any rulesheet, against any player.

import { Session, games, post } from "./api.js";
import { GameBoard, key } from "./board.js";
import { announce, field, fill, h, parameters, problem, remember, select } from "./dom.js";

/** @typedef {import("./api.js").Seat} Seat */
/** @typedef {import("./api.js").Square} Square */
/** @typedef {import("./api.js").MoveChoice} MoveChoice */
/** @typedef {import("./board.js").Note} Note */

const PERSON = "you";

/** Rules and strategies that were brought to the page, by the names the server gave them. @type {Map<string, string>} */
const brought = new Map();
/** @type {Map<string, {title: string, game: string}>} */
const strategies = new Map();

/**
 * Sends rules to the server and gives the name under which they can be played.
 * @param {string} text
 * @param {string} title
 * @returns {Promise<string>}
 */
export async function bring(text, title) {
  const kind = /\.(kif|gdl)$/i.test(title) || /^\s*[(;]/.test(text) ? "kif" : "rules";
  const { name } = await post("api/texts", { kind, text });
  brought.set(name, title);
  return name;
}

/**
 * Makes a strategy of the server available as a player of a game.
 * @param {string} name
 * @param {string} game
 */
export function offer(name, game) {
  strategies.set(name, { title: `learned strategy ${strategies.size + 1}`, game });
}

/**
 * The strategies that play a game, with their titles.
 * @param {string} game
 * @returns {[string, string][]}
 */
export function offered(game) {
  return [...strategies].filter(([, strategy]) => strategy.game === game).map(([name, { title }]) => [name, title]);
}

/** @param {HTMLElement} main */
export async function gamesView(main) {
  const known = await games();
  const view = new Playing(main, known);
  await view.begin();
  return () => view.pause();
}

class Playing {
  /** @param {HTMLElement} main @param {import("./api.js").Games} known */
  constructor(main, known) {
    this.known = known;
    const asked = parameters();
    const wanted = asked.get("game") ?? "noughts-and-crosses";
    this.game = brought.has(wanted) || known.games.some((game) => game.name === wanted) ? wanted : "noughts-and-crosses";
    this.board = asked.get("board") ?? "";
    /** @type {Record<string, string>} */
    this.who = {};
    this.opponent = asked.get("against") ?? "";
    /** @type {Session | null} */
    this.session = null;
    /** @type {Square | null} */
    this.from = null;
    /** @type {import("./api.js").Advice | null} */
    this.advice = null;
    /** @type {string[]} */
    this.reasons = [];
    /** @type {number | undefined} */
    this.timer = undefined;
    this.halted = false;
    this.grid = new GameBoard();
    this.grid.addEventListener("square", (event) => this.touched(/** @type {CustomEvent} */ (event).detail));
    this.setup = h("form", { class: "toolbar", onsubmit: (/** @type {Event} */ event) => event.preventDefault() });
    this.status = h("p", { class: "status", "aria-live": "polite" });
    this.notes = h("p", { class: "quiet" });
    this.message = h("div", { class: "message" });
    this.moves = h("div", { class: "moves" });
    this.record = h("ol", { class: "record" });
    this.controls = h("div", { class: "line" });
    this.seats = h("div", { class: "line" });
    main.append(h("h1", null, "Games"), this.setup,
      h("div", { class: "table" },
        h("div", { class: "stage" }, this.status, h("div", { class: "scroll" }, this.grid), this.notes, this.message),
        h("div", { class: "panel" },
          h("section", null, h("h2", null, "Who plays"), this.seats),
          h("section", null, this.controls),
          h("section", null, h("h2", null, "Legal moves"), this.moves),
          h("section", null, h("h2", null, "Moves so far"), this.record))));
    main.addEventListener("dragover", (event) => event.preventDefault());
    main.addEventListener("drop", (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) this.take(file);
    });
    this.buildSetup();
  }

  buildSetup() {
    const listed = this.known.games.filter((game) => game.name !== "minesweeper").map((game) => game.name);
    /** @type {(string | [string, string])[]} */
    const options = [...listed, ...[...brought].map(([name, title]) => /** @type {[string, string]} */ ([name, title]))];
    const boards = this.known.games.find((game) => game.name === this.game)?.boards.filter((board) => !/[A-Z]/.test(board)) ?? [];
    const file = h("input", { type: "file", accept: ".pl,.kif,.gdl,text/plain", class: "unseen", id: "rulesheet", onchange: () => { const chosen = file.files?.[0]; if (chosen) this.take(chosen); } });
    fill(this.setup,
      field("Game", select(options, this.game, (value) => { this.game = value; this.board = ""; this.who = {}; this.buildSetup(); this.begin(); })),
      boards.length > 1 ? field("Board", select(boards, this.board || boards[0], (value) => { this.board = value; this.begin(); })) : null,
      h("button", { type: "button", class: "primary", onclick: () => this.begin() }, "New game"),
      file, h("label", { class: "button", for: "rulesheet" }, "Open a rulesheet …"));
  }

  /** @param {File} file */
  async take(file) {
    try {
      this.game = await bring(await file.text(), file.name);
      this.board = "";
      this.who = {};
      this.buildSetup();
      await this.begin();
    } catch (error) {
      fill(this.message, problem(error));
    }
  }

  async begin() {
    this.pause();
    this.halted = false;
    this.from = null;
    this.advice = null;
    this.reasons = [];
    fill(this.message);
    remember("games", { game: this.game, ...(this.board ? { board: this.board } : {}) });
    try {
      this.session = await Session.open({ game: this.game, seed: Math.floor(Math.random() * 1e6) + 1, ...(this.board ? { board: this.board } : {}) });
    } catch (error) {
      this.session = null;
      fill(this.message, problem(error));
      return;
    }
    const { roles, players, adviser } = this.session.seat;
    const fallback = strategies.has(this.opponent) || players.includes(this.opponent) ? this.opponent : adviser;
    if (!roles.every((role) => role in this.who)) {
      this.who = Object.fromEntries(roles.map((role, index) => [role, index === 0 ? PERSON : fallback]));
    }
    this.buildSeats();
    this.draw();
    this.next();
  }

  buildSeats() {
    const seat = this.session?.seat;
    if (!seat) return;
    const abouts = new Map(this.known.players.map((player) => [player.name, player.about]));
    /** @type {(string | [string, string])[]} */
    const options = [PERSON, ...seat.players, ...offered(seat.game)];
    fill(this.seats, seat.roles.map((role) => {
      const list = select(options, this.who[role], (value) => { this.who[role] = value; list.title = abouts.get(value) ?? ""; this.halted = false; this.draw(); this.next(); });
      list.title = abouts.get(this.who[role]) ?? "";
      return field(role, list);
    }));
    fill(this.controls,
      h("button", { type: "button", onclick: () => this.hint() }, "Hint"),
      h("button", { type: "button", onclick: () => this.undo() }, "Take back"),
      h("button", { type: "button", onclick: () => { this.halted = !this.halted; if (this.halted) this.pause(); else this.next(); this.draw(); } }, "Pause or go on"));
  }

  pause() {
    window.clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Lets the player whose turn it is move, if it is not the person's. */
  next() {
    const role = this.session?.seat.to_move;
    if (!role || this.who[role] === PERSON || this.halted) return;
    const everybody = Object.values(this.who).every((name) => name !== PERSON);
    this.timer = window.setTimeout(async () => {
      await this.change((session) => session.letMove(this.who[role]), true);
    }, everybody ? 600 : 150);
  }

  /** @param {(session: Session) => Promise<Seat>} make @param {boolean} told */
  async change(make, told) {
    const session = this.session;
    if (!session) return;
    try {
      await make(session);
    } catch (error) {
      this.halted = true;
      fill(this.message, problem(error));
      return;
    }
    if (session !== this.session) return;
    const { advice, moves } = session.seat;
    this.reasons.length = moves.length;
    if (told && advice) {
      this.reasons[moves.length - 1] = advice.english;
      fill(this.message, h("p", null, h("strong", null, `${advice.role} plays ${advice.move}. `), advice.english));
      announce(`${advice.role} plays ${advice.move}`);
    } else {
      fill(this.message);
    }
    this.advice = null;
    this.from = null;
    this.draw();
    this.next();
  }

  /** @param {string} move */
  play(move) {
    return this.change((session) => session.play(move), false);
  }

  /** Takes moves back until it is the person's turn again. */
  async undo() {
    this.pause();
    await this.back();
    const turn = () => this.session?.seat.to_move ?? "";
    const persons = Object.values(this.who).includes(PERSON);
    while (persons && (this.session?.seat.moves.length ?? 0) > 0 && this.who[turn()] !== PERSON) await this.back();
  }

  async back() {
    try {
      await this.session?.undo();
    } catch (error) {
      fill(this.message, problem(error));
    }
    this.reasons.length = this.session?.seat.moves.length ?? 0;
    this.from = null;
    this.advice = null;
    this.draw();
  }

  async hint() {
    if (!this.session?.seat.to_move) return;
    fill(this.message, h("p", { class: "quiet" }, "Thinking …"));
    try {
      const { advice } = await this.session.hint();
      this.advice = advice ?? null;
      if (advice) {
        fill(this.message, h("p", null, h("strong", null, `${advice.move}: `), advice.english));
        announce(`Hint: ${advice.move}. ${advice.english}`);
      }
    } catch (error) {
      fill(this.message, problem(error));
    }
    this.draw();
  }

  /** @param {Square} square @returns {MoveChoice[]} */
  startingAt(square) {
    const choices = this.session?.seat.choices ?? [];
    return choices.filter(({ from, to }) => key(from ?? to ?? [0, 0]) === key(square));
  }

  /** @param {{square: Square, kind: string}} touch */
  touched({ square, kind }) {
    const role = this.session?.seat.to_move;
    if (kind !== "open" || !role || this.who[role] !== PERSON) return;
    if (this.from) {
      const from = this.from;
      const made = this.startingAt(from).filter(({ to }) => to && key(to) === key(square));
      if (made.length > 0) {
        this.play(made[0].move);
        return;
      }
    }
    const choices = this.startingAt(square);
    const placed = choices.filter(({ from }) => !from);
    const column = (this.session?.seat.choices ?? []).filter(({ from, to }) => !from && to?.[1] === square[1]);
    if (placed.length === 1) this.play(placed[0].move);
    else if (choices.length > 0) {
      this.from = square;
      this.draw();
    } else if (column.length === 1 && this.dropped()) this.play(column[0].move);
    else {
      this.from = null;
      this.draw();
    }
  }

  /** Whether pieces fall: no column has two squares to choose. */
  dropped() {
    const columns = (this.session?.seat.choices ?? []).map(({ to }) => to?.[1]);
    return new Set(columns).size === columns.length;
  }

  draw() {
    const seat = this.session?.seat;
    if (!seat) return;
    const mine = seat.to_move !== null && this.who[seat.to_move] === PERSON;
    /** @type {Map<string, Note>} */
    const notes = new Map();
    if (mine && this.from) {
      for (const { to } of this.startingAt(this.from)) if (to) notes.set(key(to), { mark: "target" });
      notes.set(key(this.from), { mark: "chosen" });
    } else if (mine) {
      for (const { from, to } of seat.choices) {
        const square = from ?? to;
        if (square) notes.set(key(square), { mark: "target" });
      }
    }
    const advised = seat.choices.find(({ move }) => move === this.advice?.move);
    for (const square of [advised?.from, advised?.to]) if (square) notes.set(key(square), { mark: "move" });
    this.grid.hidden = seat.drawing.rows.length === 0;
    this.grid.setAttribute("aria-label", `Board of ${brought.get(this.game) ?? seat.game}`);
    this.grid.show(seat.drawing, notes);
    fill(this.notes, seat.drawing.notes.join(" · "));
    fill(this.status, this.said(seat, mine));
    fill(this.moves, mine || this.halted ? seat.choices.map(({ move }) => h("button", { type: "button", class: "move", onclick: () => this.play(move) }, move)) : h("p", { class: "quiet" }, "–"));
    fill(this.record, seat.moves.map(([role, move], index) => h("li", null, h("strong", null, `${role} ${move}`), this.reasons[index] ? h("span", { class: "quiet" }, ` ${this.reasons[index]}`) : null)));
    this.record.lastElementChild?.scrollIntoView?.({ block: "nearest" });
  }

  /** @param {Seat} seat @param {boolean} mine */
  said(seat, mine) {
    if (seat.outcomes) {
      const results = seat.roles.map((role, index) => `${role}: ${seat.outcomes?.[index]} (${seat.goals?.[index]})`);
      const text = `The game is over. ${results.join(", ")}`;
      announce(text);
      return text;
    }
    if (!seat.to_move) return "The rules give no way to go on.";
    return mine ? `Your turn, as ${seat.to_move}.` : this.halted ? `Paused; ${seat.to_move} is to move.` : `${seat.to_move} is thinking …`;
  }
}
