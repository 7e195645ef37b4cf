const sections = [...document.querySelectorAll("section")];
const show = (shown) => sections.forEach((section, at) => (section.hidden = at !== shown));
show(0);
sections.forEach((section, at) => {
  section.querySelector(".next")?.addEventListener("click", () => {
    show(at + 1);
    scrollTo(0, 0);
  });
});

const quoted = (text) => '"' + text.replaceAll('"', '""') + '"';
const person = document.getElementById("person");
document.getElementById("save").addEventListener("click", () => {
  const name = person.value.trim();
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
