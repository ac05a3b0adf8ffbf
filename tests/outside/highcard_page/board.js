// High Card's own board: a card, and two buttons in the bar. Plain JavaScript, no build.
export function mount(element, first) {
  const card = document.createElement("p");
  card.className = "highcard-card";
  const note = document.createElement("p");
  note.setAttribute("role", "status");
  element.append(card, note);
  const buttons = ["keep", "fold"].map((kind) => button(kind));
  let props = first;

  function button(kind) {
    const made = document.createElement("button");
    made.className = kind === "keep" ? "button main" : "button";
    made.dataset.do = kind;
    made.addEventListener("click", () => play(kind));
    return made;
  }

  async function play(kind) {
    note.textContent = "";
    try {
      await props.act({ do: kind });
    } catch (refused) {
      note.textContent = refused.message;
    }
  }

  function update(next) {
    props = next;
    card.textContent = next.view.card === null ? next.t("no_card") : next.t("card", { card: next.view.card });
    for (const one of buttons) one.textContent = next.t(`do.${one.dataset.do}`);
    next.actions.replaceChildren(...(next.live ? buttons : []));
  }

  update(first);
  return { update, destroy: () => element.replaceChildren() };
}
