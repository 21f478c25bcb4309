/** A sentence whose part in square brackets is a link. */
export function LinkedText({ text, href }: { text: string; href: string }) {
  const [, before = text, linked, after] = /^([^[]*)\[(.*?)\](.*)$/.exec(text) ?? [];
  return (
    <span>
      {before}
      {linked !== undefined && <a href={href}>{linked}</a>}
      {after}
    </span>
  );
}
