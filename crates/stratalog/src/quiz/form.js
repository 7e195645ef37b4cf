const sections = [...document.querySelectorAll("section")];
const show = (shown) => sections.forEach((section, at) => (section.hidden = at !== shown));
show(0);
sections.forEach((section, at) => {
  const missing = section.querySelector(".missing");
  let told = "";
  section.querySelector(".next")?.addEventListener("click", () => {
    const open = [...section.querySelectorAll("fieldset")].filter((question) => !question.querySelector("input:checked"));
    const numbers = open.map((question) => question.dataset.question).join(", ");
    if (missing && numbers !== "" && numbers !== told) {
      told = numbers;
      missing.textContent = `Without an answer: ${numbers}. Choose a move in each, or press Next again to leave them out.`;
      open[0].scrollIntoView({ block: "center" });
      return;
    }
    show(at + 1);
    scrollTo(0, 0);
  });
});

const quoted = (text) => '"' + text.replaceAll('"', '""') + '"';
const nameless = document.getElementById("nameless");
const person = document.getElementById("person");
document.getElementById("save").addEventListener("click", () => {
  const name = person.value.trim();
  nameless.hidden = name !== "";
  if (name === "") {
    person.focus();
    return;
  }
  const rows = [...document.querySelectorAll("fieldset")].map((question) => {
    const { part, question: number, position } = question.dataset;
    const answer = question.querySelector("input:checked")?.value ?? "";
    return [name, document.body.dataset.form, part, number, position, answer];
  });
  rows.unshift(["person", "form", "part", "question", "position", "answer"]);
  const table = rows.map((row) => row.map(quoted).join(",") + "\r\n").join("");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([table], { type: "text/csv" }));
  link.download = "answers-" + name.replace(/[^\p{L}\p{N}]+/gu, "-") + ".csv";
  link.click();
});
