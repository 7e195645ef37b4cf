// Minesweeper: play, overlays, graded hints, a player that plays on, review.

import { Session, games, isStopped, post } from "./api.js";
import { GameBoard, key } from "./board.js";
import { chart } from "./chart.js";
import { known } from "./run.js";
import { offerLearned, offered } from "./strategies.js";
import { announce, capital, check, field, fill, h, parameters, percent, problem, remember, select, sentence } from "./dom.js";

/** @typedef {import("./api.js").Seat} Seat */
/** @typedef {import("./api.js").Square} Square */
/** @typedef {import("./api.js").Analysis} Analysis */
/** @typedef {import("./board.js").Note} Note */

const BOARDS = ["beginner", "intermediate", "expert"];
/** @type {[string, string][]} */
const FIRST = [["zero", "opens an area"], ["safe", "is safe"], ["any", "may be a mine"]];
const GRADES = ["May I guess?", "Where to look", "Which numbers", "The square"];

/** @type {{probabilities: boolean, certain: boolean, champion: boolean, flagging: boolean, fair: boolean}} */
const switches = { probabilities: false, certain: false, champion: false, flagging: false, fair: false };

/** @param {HTMLElement} main */
export async function minesweeper(main) {
  offerLearned(await known("learn"));
  const view = new Sweeping(main);
  await view.begin();
  return () => view.pause();
}

class Sweeping {
  /** @param {HTMLElement} main */
  constructor(main) {
    const asked = parameters();
    this.board = asked.get("board") ?? "beginner";
    this.first = asked.get("first") ?? "zero";
    this.seed = Number(asked.get("seed")) || Math.floor(Math.random() * 1e6) + 1;
    /** Whether the seed was typed and nothing was played on its board yet. */
    this.typed = false;
    /** @type {Session | null} */
    this.session = null;
    /** @type {Set<string>} */
    this.flags = new Set();
    /** @type {Analysis | null} */
    this.overlay = null;
    this.grade = 0;
    /** @type {any} */
    this.hint = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.speed = 3;
    this.player = "champion";
    this.busy = false;

    this.grid = new GameBoard();
    this.grid.setAttribute("aria-label", "Minesweeper board. Arrow keys move, Enter opens, F flags, C opens around a number.");
    this.grid.addEventListener("square", (event) => this.touched(/** @type {CustomEvent} */ (event).detail));
    this.status = h("p", { class: "status" });
    this.message = h("div", { class: "message" });
    this.after = h("div", { class: "line" });
    this.hintText = h("div", { class: "hint" });
    this.setup = h("form", { class: "toolbar", onsubmit: (/** @type {Event} */ event) => event.preventDefault() });
    this.panel = h("div", { class: "panel" });
    this.reviewed = h("section", { class: "review", "aria-label": "Review", hidden: true });
    main.append(h("h1", null, "Minesweeper"), this.setup,
      h("div", { class: "table" },
        h("div", { class: "stage" }, this.status, h("div", { class: "scroll" }, this.grid),
          h("div", { class: "touch" }, check("Tap sets flags", switches.flagging, (on) => { switches.flagging = on; })), this.after, this.message),
        this.panel),
      this.reviewed);
    this.buildSetup();
  }

  buildSetup() {
    const custom = !BOARDS.includes(this.board);
    const text = h("input", { type: "text", value: custom ? this.board : "10x10/15", size: 9, pattern: "\\d+x\\d+/\\d+", "aria-label": "Custom board as rows x columns / mines",
      onchange: () => { this.board = text.value; this.restart(); } });
    text.hidden = !custom;
    const board = select([...BOARDS, ["custom", "custom …"]], custom ? "custom" : this.board, (value) => {
      text.hidden = value !== "custom";
      this.board = value === "custom" ? text.value : value;
      this.restart();
    });
    const seed = h("input", { type: "number", value: String(this.seed), min: 1, onchange: () => { this.seed = Number(seed.value) || 1; this.typed = true; this.begin(); } });
    this.seedInput = seed;
    fill(this.setup,
      field("Board", board), text,
      field("The first move", select(FIRST, this.first, (value) => { this.first = value; this.begin(); })),
      field("Seed", seed),
      check("No guess needed", switches.fair, (on) => { switches.fair = on; this.restart(); }),
      h("button", { type: "button", class: "primary", onclick: () => this.newGame() }, "New game"));
  }

  buildPanel() {
    const seat = this.session?.seat;
    /** @type {(string | [string, string])[]} */
    const players = [...(seat?.players ?? ["champion"]), ...offered("minesweeper")];
    const slow = h("input", { type: "range", min: 1, max: 10, value: String(this.speed), "aria-label": "Moves a second", oninput: () => { this.speed = Number(slow.value); } });
    this.hintButton = h("button", { type: "button", class: "primary", onclick: () => this.ask() }, GRADES[0]);
    this.playButton = h("button", { type: "button", onclick: () => (this.timer === undefined ? this.playOn() : this.pause()) }, "Play on");
    fill(this.panel,
      h("section", null, h("h2", null, "Hint"),
        h("p", { class: "quiet" }, "Each press tells a little more."), this.hintButton, this.hintText),
      h("section", null, h("h2", null, "Show"),
        check("Probabilities", switches.probabilities, (on) => { switches.probabilities = on; this.refresh(); }),
        check("Safe squares and mines", switches.certain, (on) => { switches.certain = on; this.refresh(); }),
        check("The champion’s choice", switches.champion, (on) => { switches.champion = on; this.refresh(); })),
      h("section", null, h("h2", null, "Let a player play on"),
        h("div", { class: "line" }, field("Player", select(players, this.player, (value) => { this.player = value; })), field("Speed", slow)),
        h("div", { class: "line" }, this.playButton,
          h("button", { type: "button", onclick: () => this.step() }, "One move"),
          h("button", { type: "button", onclick: () => this.undo() }, "Take back"))),
      h("section", null,
        h("button", { type: "button", onclick: () => { location.hash = `#analysis?position=${encodeURIComponent(this.session?.seat.position ?? "")}`; } }, "Open in the analysis"),
        h("p", { class: "quiet" }, "Right click or a long press sets a flag. A click on a number whose flags are set opens the rest around it. The address of this page opens the same board again.")));
  }

  /** Whoever types a seed and presses the button wants the board of that seed. */
  newGame() {
    return this.typed ? this.begin() : this.restart();
  }

  restart() {
    this.typed = false;
    this.seed = Math.floor(Math.random() * 1e6) + 1;
    if (this.seedInput) this.seedInput.value = String(this.seed);
    return this.begin();
  }

  async begin() {
    this.pause();
    fill(this.message);
    fill(this.after);
    remember("minesweeper", { board: this.board, first: this.first, seed: this.seed });
    try {
      await games();
      this.session = await Session.open({ game: "minesweeper", board: this.board, first_move: this.first, seed: this.seed });
      if (switches.fair) await this.certify();
    } catch (error) {
      fill(this.message, problem(error));
      return;
    }
    this.flags.clear();
    this.overlay = null;
    this.forgetHint();
    this.reviewed.hidden = true;
    this.buildPanel();
    await this.refresh();
  }

  /** Looks for a board that needs no guess from its middle on, and opens that. */
  async certify() {
    const rows = this.session?.seat.drawing.rows ?? [];
    const first = key([Math.ceil(rows.length / 2), Math.ceil((rows[0]?.length ?? 1) / 2)]);
    fill(this.message, h("p", { class: "quiet" }, "Looking for a board that needs no guess …"));
    const found = await post("api/mines/no_guess", { board: this.board, first_move: this.first, seed: this.seed, first });
    if (found.seed === null) throw new Error(`None of ${found.tried} boards can be solved without a guess; choose fewer mines.`);
    this.seed = found.seed;
    if (this.seedInput) this.seedInput.value = String(this.seed);
    remember("minesweeper", { board: this.board, first: this.first, seed: this.seed });
    this.session = await Session.open({ game: "minesweeper", board: this.board, first_move: this.first, seed: this.seed, moves: [first] });
    fill(this.message, h("p", { class: "quiet" }, "Certified: from here on no guess is needed."));
  }

  /** @param {{square: Square, kind: string}} touch */
  async touched({ square, kind }) {
    const seat = this.session?.seat;
    if (!seat?.to_move || this.busy) return;
    const cell = seat.drawing.rows[square[0] - 1][square[1] - 1];
    const covered = cell.look === "covered";
    if (covered && (kind === "flag" || (kind === "open" && switches.flagging))) {
      if (!this.flags.delete(key(square))) this.flags.add(key(square));
      this.draw();
      return;
    }
    if (covered && kind === "open" && !this.flags.has(key(square))) await this.play([square]);
    else if (!covered) await this.chord(square, Number(cell.piece ?? 0));
  }

  /** Opens what is left around a number whose flags are set. @param {Square} square @param {number} number */
  async chord([row, column], number) {
    const rows = this.session?.seat.drawing.rows ?? [];
    /** @type {Square[]} */
    const around = [];
    for (let r = row - 1; r <= row + 1; r++) {
      for (let c = column - 1; c <= column + 1; c++) {
        if (rows[r - 1]?.[c - 1]?.look === "covered") around.push([r, c]);
      }
    }
    const flagged = around.filter((square) => this.flags.has(key(square)));
    if (number === 0 || flagged.length !== number) return;
    await this.play(around.filter((square) => !this.flags.has(key(square))));
  }

  /** @param {Square[]} squares */
  async play(squares) {
    if (squares.length === 0) return;
    await this.change((session) => session.play(...squares.map(key)));
  }

  async undo() {
    this.pause();
    this.reviewed.hidden = true;
    await this.change((session) => session.undo());
  }

  async step() {
    if (!this.session?.seat.to_move) return;
    await this.change((session) => session.letMove(this.player));
    const advice = this.session.seat.advice;
    if (advice) fill(this.message, h("p", null, h("strong", null, `${this.player.startsWith("text:") ? "The strategy" : this.player} opens ${advice.move}. `), sentence(capital(advice.english))));
  }

  playOn() {
    if (!this.session?.seat.to_move) return;
    if (this.playButton) this.playButton.textContent = "Pause";
    const next = async () => {
      await this.step();
      if (this.session?.seat.to_move && this.timer !== undefined) this.timer = window.setTimeout(next, 1000 / this.speed);
      else this.pause();
    };
    this.timer = window.setTimeout(next, 0);
  }

  pause() {
    window.clearTimeout(this.timer);
    this.timer = undefined;
    this.session?.stop();
    if (this.playButton) this.playButton.textContent = "Play on";
  }

  /** @param {(session: Session) => Promise<Seat>} make */
  async change(make) {
    if (!this.session || this.busy) return;
    this.busy = true;
    this.typed = false;
    try {
      await make(this.session);
      fill(this.message);
    } catch (error) {
      this.pause();
      fill(this.message, isStopped(error) ? null : problem(error));
    }
    this.busy = false;
    fill(this.after);
    this.forgetHint();
    await this.refresh();
    if (this.session.seat.outcomes) this.over();
  }

  forgetHint() {
    this.grade = 0;
    this.hint = null;
    fill(this.hintText);
    if (this.hintButton) this.hintButton.textContent = GRADES[0];
  }

  async ask() {
    const seat = this.session?.seat;
    if (!seat?.to_move) return;
    const flags = [...this.flags].map((text) => text.split(",").map(Number));
    try {
      const hint = await post("api/mines/hint", { position: seat.position, first_move: this.first, flags, grade: this.grade + 1 });
      if (this.session?.seat !== seat) return;
      this.hint = hint;
      this.grade = Math.min(this.grade + 1, GRADES.length - 1);
      fill(this.hintText, h("p", null, this.hint.english));
      announce(this.hint.english);
      if (this.hintButton) this.hintButton.textContent = GRADES[this.grade];
    } catch (error) {
      fill(this.hintText, problem(error));
    }
    this.draw();
  }

  /** Asks for the overlay where one is shown. */
  async refresh() {
    const seat = this.session?.seat;
    if (!seat) return;
    this.overlay = null;
    this.draw();
    if (!seat.to_move || !(switches.probabilities || switches.certain || switches.champion)) return;
    try {
      const overlay = await post("api/analyse", { position: seat.position, first_move: this.first });
      if (this.session?.seat === seat) this.overlay = overlay;
    } catch (error) {
      fill(this.message, problem(error));
    }
    this.draw();
  }

  draw() {
    const seat = this.session?.seat;
    if (!seat) return;
    const drawing = { ...seat.drawing, rows: seat.drawing.rows.map((row) => row.map((cell) => ({ ...cell }))) };
    for (const text of this.flags) {
      const [row, column] = text.split(",").map(Number);
      const cell = drawing.rows[row - 1]?.[column - 1];
      if (cell?.look === "covered") cell.piece = "flag";
      else this.flags.delete(text);
    }
    /** @type {Map<string, Note>} */
    const notes = new Map();
    /** @param {Square} square @param {Note} note */
    const note = (square, note) => notes.set(key(square), { ...notes.get(key(square)), ...note });
    for (const cell of this.overlay?.cells ?? []) {
      const risk = cell.mine_probability;
      const sure = risk === 0 || risk === 1;
      if (sure && switches.certain) note(cell.square, { mark: risk === 0 ? "safe" : "danger" });
      else if (switches.probabilities) note(cell.square, { label: percent(risk), heat: risk });
    }
    const best = this.overlay?.best;
    if (best && switches.champion) note(best.square, { sign: "★", says: "the champion’s choice" });
    for (const square of this.hint?.area ?? []) note(square, { mark: "area" });
    for (const square of this.hint?.numbers ?? []) note(square, { mark: "reason" });
    for (const square of this.hint?.wrong_flags ?? []) note(square, { mark: "wrong" });
    if (this.hint?.square) note(this.hint.square, { mark: this.hint.verdict === "mine" ? "danger" : this.hint.verdict === "safe" ? "safe" : "move" });
    for (const square of seat.mines ?? []) {
      const cell = drawing.rows[square[0] - 1][square[1] - 1];
      if (cell.piece !== "flag") cell.piece = "mine";
    }
    if (seat.mines) {
      const mines = new Set(seat.mines.map(key));
      for (const text of this.flags) if (!mines.has(text)) notes.set(text, { mark: "wrong" });
    }
    if (seat.exploded) note(seat.exploded, { mark: "conflict" });
    this.grid.show(drawing, notes);
    const mines = Number(seat.board.split("/")[1]) - this.flags.size;
    const outcome = seat.outcomes?.[0];
    const state = outcome === "win" ? "You won." : outcome ? "A mine. The game is lost." : "";
    fill(this.status, h("span", { class: "count" }, `⚑ ${mines}`), " ", h("span", null, `${seat.board}, ${seat.moves.length} ${seat.moves.length === 1 ? "move" : "moves"}`), " ", h("strong", null, state));
    if (state) announce(state);
    if (best && switches.champion) {
      const chance = best.win_probability === undefined ? "" : ` Chance to win: ${percent(best.win_probability)}.`;
      fill(this.message, h("p", null, h("strong", null, `★ ${key(best.square)}: `), sentence(best.reason), chance));
    }
  }

  over() {
    this.pause();
    fill(this.after,
      h("button", { type: "button", class: "primary", onclick: () => this.review() }, "Review this game"),
      h("button", { type: "button", onclick: () => this.restart() }, "Another game"));
  }

  async review() {
    const seat = this.session?.seat;
    if (!seat) return;
    this.reviewed.hidden = false;
    fill(this.reviewed, h("p", { class: "quiet" }, "Judging every click …"));
    try {
      const answer = await post("api/mines/review", { board: this.board, first_move: this.first, seed: this.seed, moves: seat.moves.map(([, move]) => move) });
      const curve = answer.clicks.map((/** @type {any} */ click) => [click.number, click.win_probability ?? click.estimated_win_probability])
        .filter((/** @type {any} */ [, chance]) => chance !== undefined);
      fill(this.reviewed, h("h2", null, "Review"), h("p", null, answer.english),
        answer.ended === "done" ? null : h("p", { class: "quiet" }, `Only the first ${answer.clicks.length} clicks are judged: ${answer.because ?? "the time was over"}.`),
        curve.length > 1 ? chart({ title: "Chance to win", x: "click", y: "chance to win", points: curve, range: [0, 1], format: percent }) : null,
        curve.length > 1 ? h("p", { class: "quiet" }, "Exact where all boards can be listed; before that estimated by games played on, to within about 10%.") : null,
        h("ol", { class: "clicks" }, answer.clicks.filter((/** @type {any} */ click) => click.judgement !== "sure").map((/** @type {any} */ click) =>
          h("li", { value: click.number, class: `judged ${click.judgement}` }, h("strong", null, `${click.move}: `), click.english))));
      this.reviewed.scrollIntoView({ block: "nearest" });
    } catch (error) {
      fill(this.reviewed, problem(error));
    }
  }
}
