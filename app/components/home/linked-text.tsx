/** A sentence with its part in square brackets as a link. */
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
