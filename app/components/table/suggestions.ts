import { loadJson } from "~/components/shell/load-json";

type Person = { name: string; email: string };

const shortest = 2;
const debounceMs = 200;

/**
 * Suggests people for what is typed into a text filter, from the JSON at `path` below the list's own (VAC-71), by a
 * `datalist`: the field stays as it is where nothing can be suggested. Called when the field is first focused.
 */
export function suggestPeople(input: HTMLInputElement, path: string): void {
  if (input.list) return;
  const list = document.createElement("datalist");
  list.id = `${input.id}-people`;
  input.after(list);
  input.setAttribute("list", list.id);
  const { pathname } = document.location;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = "";
  const suggest = () => {
    const text = input.value.trim();
    clearTimeout(timer);
    if ([...text].length < shortest || text === latest) return;
    latest = text;
    timer = setTimeout(() => {
      const query = new URLSearchParams({ q: text });
      // Without a session the console redirects to sign-in, which a field must not follow.
      void loadJson<Person[]>(`${pathname}/${path}?${query}`, { redirect: "manual" }).then((people) => {
        if (!people || latest !== text) return;
        list.replaceChildren(
          ...people.map(({ name, email }) => Object.assign(new Option(email, name), { label: email })),
        );
      });
    }, debounceMs);
  };
  input.addEventListener("input", suggest);
  suggest();
}
