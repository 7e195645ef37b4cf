// Games: every game of the catalogue and any rulesheet, against any player.

import { Session, games, isStopped } from "./api.js";
import { GameBoard, key, pick, targets } from "./board.js";
import { announce, capital, check, dropped, field, fill, h, parameters, percent, problem, remember, select, sentence } from "./dom.js";
import { known as knownRuns } from "./run.js";
import { allBrought, bring, bringStrategy, gameOf, isBrought, isOffered, offerLearned, offered, titleOf } from "./strategies.js";

/** @typedef {import("./api.js").Seat} Seat */
/** @typedef {import("./api.js").Square} Square */
/** @typedef {import("./api.js").MoveValue} MoveValue */
/** @typedef {import("./board.js").Note} Note */

/** What is shown, kept while the page is open. */
const switches = { values: false };

const PERSON = "you";

/** @param {HTMLElement} main */
export async function gamesView(main) {
  const known = await games();
  offerLearned(await knownRuns("learn"));
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
    this.game = isBrought(wanted) || known.games.some((game) => game.name === wanted) ? wanted : "noughts-and-crosses";
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
    /** @type {HTMLButtonElement | null} */
    this.haltButton = null;
    /** @type {Map<string, MoveValue> | null} */
    this.values = null;
    this.speed = 2;
    this.grid = new GameBoard();
    this.grid.addEventListener("square", (event) => this.touched(/** @type {CustomEvent} */ (event).detail));
    this.setup = h("form", { class: "toolbar", onsubmit: (/** @type {Event} */ event) => event.preventDefault() });
    this.status = h("p", { class: "status", "aria-live": "polite" });
    this.notes = h("p", { class: "quiet" });
    this.message = h("div", { class: "message" });
    this.moves = h("div", { class: "moves" });
    this.record = h("ol", { class: "record" });
    this.controls = h("div");
    this.seats = h("div", { class: "line" });
    main.append(h("h1", null, "Games"), this.setup,
      h("div", { class: "table" },
        h("div", { class: "stage" }, this.status, h("div", { class: "scroll" }, this.grid), this.notes, this.message),
        h("div", { class: "panel" },
          h("section", null, h("h2", null, "Who plays"), this.seats),
          h("section", null, this.controls),
          h("section", null, h("h2", null, "Legal moves"), this.moves),
          h("section", null, h("h2", null, "Moves so far"), this.record))));
    dropped(main, (file) => this.take(file));
    this.buildSetup();
  }

  buildSetup() {
    const listed = this.known.games.filter((game) => game.name !== "minesweeper").map((game) => game.name);
    /** @type {(string | [string, string])[]} */
    const options = [...listed, ...allBrought()];
    const boards = this.known.games.find((game) => game.name === this.game)?.boards.filter((board) => !/[A-Z]/.test(board)) ?? [];
    const file = h("input", { type: "file", accept: ".pl,.kif,.gdl,text/plain", class: "unseen", id: "rulesheet", onchange: () => { const chosen = file.files?.[0]; if (chosen) this.take(chosen); } });
    fill(this.setup,
      field("Game", select(options, this.game, (value) => { this.game = value; this.board = ""; this.who = {}; this.buildSetup(); this.begin(); })),
      boards.length > 1 ? field("Board", select(boards, this.board || boards[0], (value) => { this.board = value; this.begin(); })) : null,
      h("button", { type: "button", class: "primary", onclick: () => this.begin() }, "New game"),
      file, h("label", { class: "button", for: "rulesheet" }, "Open rules or a strategy …"));
  }

  /** @param {File} file */
  async take(file) {
    try {
      const text = await file.text();
      const plays = gameOf(text);
      if (plays) {
        if (!isBrought(this.game)) this.game = plays;
        this.opponent = await bringStrategy(text, file.name, plays);
      } else this.game = await bring(text, file.name);
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
    const fallback = isOffered(this.opponent) || players.includes(this.opponent) ? this.opponent : adviser;
    if (!roles.every((role) => role in this.who)) {
      this.who = Object.fromEntries(roles.map((role, index) => [role, index === 0 ? PERSON : fallback]));
    }
    this.buildSeats();
    this.draw();
    this.weigh();
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
    const speed = h("input", { type: "range", min: 1, max: 10, value: String(this.speed), "aria-label": "Moves a second", oninput: () => { this.speed = Number(speed.value); } });
    this.haltButton = h("button", { type: "button", onclick: () => this.halt() }, "Pause");
    fill(this.controls,
      h("div", { class: "line" },
        h("button", { type: "button", onclick: () => this.hint() }, "Hint"),
        h("button", { type: "button", onclick: () => this.undo() }, "Take back"),
        this.haltButton),
      h("div", { class: "line" }, field("Speed of players", speed)),
      check("Value of every move", switches.values, (on) => { switches.values = on; this.weigh(); }));
  }

  pause() {
    window.clearTimeout(this.timer);
    this.timer = undefined;
    this.session?.stop();
  }

  /** Pauses the players, one that thinks included, or lets them go on. */
  halt() {
    this.halted = !this.halted;
    if (this.halted) this.pause();
    else this.next();
    this.draw();
    this.weigh();
  }

  /** Lets the player whose turn it is move, if it is not the person's. */
  next() {
    const role = this.session?.seat.to_move;
    if (!role || this.who[role] === PERSON || this.halted) return;
    const everybody = Object.values(this.who).every((name) => name !== PERSON);
    this.timer = window.setTimeout(async () => {
      await this.change((session) => session.letMove(this.who[role]), true);
    }, everybody ? 1000 / this.speed : 150);
  }

  /** @param {(session: Session) => Promise<Seat>} make @param {boolean} told */
  async change(make, told) {
    const session = this.session;
    if (!session) return;
    try {
      await make(session);
    } catch (error) {
      if (session !== this.session) return;
      this.halted = true;
      fill(this.message, isStopped(error) ? null : problem(error));
      this.draw();
      return;
    }
    if (session !== this.session) return;
    const { advice, moves } = session.seat;
    this.reasons.length = moves.length;
    if (told && advice) {
      this.reasons[moves.length - 1] = advice.english;
      fill(this.message, h("p", null, h("strong", null, `${advice.role} plays ${advice.move}. `), sentence(capital(advice.english))));
      announce(`${advice.role} plays ${advice.move}`);
    } else {
      fill(this.message);
    }
    this.advice = null;
    this.from = null;
    this.draw();
    this.weigh();
    this.next();
  }

  /** Asks for the values of the legal moves, where they are shown. */
  async weigh() {
    const session = this.session;
    this.values = null;
    this.draw();
    const seat = session?.seat;
    const mine = seat?.to_move && (this.who[seat.to_move] === PERSON || this.halted);
    if (!session || !switches.values || !mine) return;
    try {
      const answer = await session.values();
      if (session !== this.session || session.seat !== seat) return;
      this.values = new Map(answer.moves.map((value) => [value.move, value]));
    } catch (error) {
      fill(this.message, problem(error));
    }
    this.draw();
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
    this.weigh();
  }

  async hint() {
    if (!this.session?.seat.to_move) return;
    const session = this.session;
    fill(this.message, h("p", { class: "quiet" }, "Thinking … ", h("button", { type: "button", onclick: () => session.stop() }, "Stop")));
    try {
      const { advice } = await session.hint();
      this.advice = advice ?? null;
      if (advice) {
        fill(this.message, h("p", null, h("strong", null, `${advice.move}: `), advice.english));
        announce(`Hint: ${advice.move}. ${advice.english}`);
      }
    } catch (error) {
      fill(this.message, isStopped(error) ? null : problem(error));
    }
    this.draw();
  }

  /** @param {{square: Square, kind: string}} touch */
  touched({ square, kind }) {
    const seat = this.session?.seat;
    if (kind !== "open" || !seat?.to_move || this.who[seat.to_move] !== PERSON) return;
    const { move, from } = pick(seat.choices, this.from, square);
    if (move) {
      this.play(move);
      return;
    }
    this.from = from ?? null;
    this.draw();
  }

  draw() {
    const seat = this.session?.seat;
    if (!seat) return;
    const mine = seat.to_move !== null && this.who[seat.to_move] === PERSON;
    const notes = mine ? targets(seat.choices, this.from) : new Map();
    this.label(notes, seat);
    const advised = seat.choices.find(({ move }) => move === this.advice?.move);
    for (const square of [advised?.from, advised?.to]) if (square) notes.set(key(square), { mark: "move" });
    this.grid.hidden = seat.drawing.rows.length === 0;
    this.grid.setAttribute("aria-label", `Board of ${isBrought(this.game) ? titleOf(this.game) : seat.game}`);
    this.grid.show(seat.drawing, notes);
    fill(this.notes, seat.drawing.notes.join(" · "));
    fill(this.status, this.said(seat, mine));
    if (this.haltButton) fill(this.haltButton, this.halted ? "Go on" : "Pause");
    fill(this.moves, mine || this.halted ? seat.choices.map(({ move }) => this.moveButton(move)) : h("p", { class: "quiet" }, "–"));
    fill(this.record, seat.moves.map(([role, move], index) => h("li", null, h("strong", null, `${role} ${move}`), this.reasons[index] ? h("span", { class: "quiet" }, ` ${this.reasons[index]}`) : null)));
    this.record.scrollTop = this.record.scrollHeight;
  }

  /** @param {string} move */
  moveButton(move) {
    const value = this.values?.get(move);
    return h("button", { type: "button", class: "move", title: value?.english, onclick: () => this.play(move) }, move,
      value ? h("span", { class: "worth" }, ` ${worth(value)}`) : null);
  }

  /** Writes values onto the squares of moves. @param {Map<string, Note>} notes @param {Seat} seat */
  label(notes, seat) {
    if (!this.values) return;
    const ranks = [...this.values.values()].map(rank);
    const best = Math.max(...ranks);
    const isEven = ranks.every((one) => one === best);
    const at = /** @type {Map<string, MoveValue>} */ (new Map());
    for (const { move, from, to } of seat.choices) {
      const value = this.values.get(move);
      const square = this.from && from && key(from) === key(this.from) ? to : from ?? to;
      if (!value || !square || (this.from && (!from || key(from) !== key(this.from)))) continue;
      const other = at.get(key(square));
      if (!other || rank(value) > rank(other)) at.set(key(square), value);
    }
    for (const [square, value] of at) {
      notes.set(square, { ...notes.get(square), label: worth(value), says: value.english, ...(rank(value) === best && !isEven ? { sign: "★" } : {}) });
    }
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

/** A value in few signs. @param {MoveValue} value */
function worth({ worth: found }) {
  if (found.kind === "exact") return found.outcome === "draw" || !found.plies ? found.outcome : `${found.outcome} ${found.plies}`;
  return found.kind === "estimated" ? `~${percent(found.score)}` : "?";
}

/** Orders values: wins soon before wins late, losses late before losses soon. @param {MoveValue} value */
function rank({ worth: found }) {
  if (found.kind === "unknown") return -2;
  if (found.kind === "estimated") return 2 * found.score - 1;
  const soon = 0.001 * (found.plies ?? 0);
  return found.outcome === "win" ? 2 - soon : found.outcome === "loss" ? -2 + soon : 0;
}
