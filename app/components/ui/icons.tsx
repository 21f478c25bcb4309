/** Outlines on a 16 × 16 grid, with the stroke of `.icon` in button.css. */
const outlines = {
  alert: "M8 1.75a6.25 6.25 0 1 1 0 12.5 6.25 6.25 0 0 1 0-12.5ZM8 5v3.5M8 11v.01",
  archive: "M2 2.75h12v3H2zM3 5.75v7.5h10v-7.5M6.5 8.5h3",
  "arrow-down": "M8 3v10M4 9l4 4 4-4",
  "arrow-left": "M13 8H3M7 4 3 8l4 4",
  "arrow-right": "M3 8h10M9 4l4 4-4 4",
  "arrow-up": "M8 13V3M4 7l4-4 4 4",
  briefcase: "M2 5h12v8.25H2zM5.75 5V2.75h4.5V5M2 8.75h12",
  building: "M3 14.25V1.75h7v12.5M10 6.25h3v8M1.5 14.25h13M5.25 4.75h2.5M5.25 7.5h2.5M5.25 10.25h2.5",
  chart: "M2 2v12h12M5.25 11V8.5M8.5 11V5M11.75 11V7",
  check: "m3 8.5 3.25 3.25L13 5",
  "check-circle": "M8 1.75a6.25 6.25 0 1 1 0 12.5 6.25 6.25 0 0 1 0-12.5ZM5.25 8.25l2 2 3.5-4",
  "chevron-down": "m4 6 4 4 4-4",
  "chevron-left": "M10 4 6 8l4 4",
  "chevron-right": "m6 4 4 4-4 4",
  circle: "M8 1.75a6.25 6.25 0 1 1 0 12.5 6.25 6.25 0 0 1 0-12.5Z",
  clock: "M8 1.75a6.25 6.25 0 1 1 0 12.5 6.25 6.25 0 0 1 0-12.5ZM8 4.5V8l2.5 1.5",
  copy: "M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1",
  download: "M8 2v8.5M4.5 7 8 10.5 11.5 7M2.5 13.75h11",
  drag: "M5.75 4a.25.25 0 1 0 .5 0 .25.25 0 1 0-.5 0M9.75 4a.25.25 0 1 0 .5 0 .25.25 0 1 0-.5 0M5.75 8a.25.25 0 1 0 .5 0 .25.25 0 1 0-.5 0M9.75 8a.25.25 0 1 0 .5 0 .25.25 0 1 0-.5 0M5.75 12a.25.25 0 1 0 .5 0 .25.25 0 1 0-.5 0M9.75 12a.25.25 0 1 0 .5 0 .25.25 0 1 0-.5 0",
  edit: "M10.25 3.25 12.75 5.75 5.5 13H3v-2.5zM8.75 4.75l2.5 2.5",
  external: "M7 3.25H2.75v10h10V9M9.5 2.5h4v4M13.25 2.75 7.5 8.5",
  eye: "M1.25 8S3.5 3.5 8 3.5 14.75 8 14.75 8 12.5 12.5 8 12.5 1.25 8 1.25 8ZM8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z",
  "eye-off":
    "M6.25 3.7C6.8 3.57 7.38 3.5 8 3.5c4.5 0 6.75 4.5 6.75 4.5s-.6 1.2-1.8 2.4M4 4.9C2.2 6.15 1.25 8 1.25 8S3.5 12.5 8 12.5c1.25 0 2.3-.3 3.2-.8M2 2l12 12",
  file: "M3.5 1.75h6l3 3v9.5h-9zM9.5 1.75v3h3",
  filter: "M2 4h12M4.5 8h7M6.75 12h2.5",
  flag: "M3.5 14.25V2.5M3.5 3h9l-2 3 2 3h-9",
  flow: "M4 2a1.75 1.75 0 1 1 0 3.5A1.75 1.75 0 0 1 4 2ZM12 10.5a1.75 1.75 0 1 1 0 3.5 1.75 1.75 0 0 1 0-3.5ZM4 5.5v4a2.75 2.75 0 0 0 2.75 2.75h3.5M9 3.75h4.5M12 2.25l1.5 1.5L12 5.25",
  globe:
    "M8 1.75a6.25 6.25 0 1 1 0 12.5 6.25 6.25 0 0 1 0-12.5ZM1.75 8h12.5M8 1.75c2 2 2.6 4 2.6 6.25S10 12.25 8 14.25c-2-2-2.6-4-2.6-6.25S6 3.75 8 1.75Z",
  group:
    "M5.75 3a2.25 2.25 0 1 1 0 4.5 2.25 2.25 0 0 1 0-4.5ZM1.5 13c0-2.25 1.7-3.5 4.25-3.5S10 10.75 10 13M10.5 3.1a2.25 2.25 0 0 1 0 4.3M11.75 9.75c1.75.4 2.75 1.55 2.75 3.25",
  help: "M8 1.75a6.25 6.25 0 1 1 0 12.5 6.25 6.25 0 0 1 0-12.5ZM6.25 6.4A1.75 1.75 0 1 1 8.6 8.05c-.4.15-.6.5-.6.9v.3M8 11.4v.01",
  home: "M1.75 7.75 8 2.25l6.25 5.5M3.5 6.5v7.25h9V6.5M6.5 13.75V9.75h3v4",
  image: "M2 2.75h12v10.5H2zM2 11l3.5-3.5 3 3L10.5 9l3.5 3M10.5 5.75v.01",
  info: "M8 1.75a6.25 6.25 0 1 1 0 12.5 6.25 6.25 0 0 1 0-12.5ZM8 7.5V11M8 5v.01",
  key: "M10 2.5a3.5 3.5 0 1 1-1.6 6.6L3 14.25H1.75V12l.75-.75H4V9.75L6.9 7.1A3.5 3.5 0 0 1 10 2.5ZM10.75 5.25v.01",
  layers: "M8 1.75 14.25 5 8 8.25 1.75 5ZM1.75 8 8 11.25 14.25 8M1.75 11 8 14.25 14.25 11",
  link: "M6.75 9.25a2.75 2.75 0 0 0 4 .1l2-2a2.8 2.8 0 0 0-4-4L8 4.1M9.25 6.75a2.75 2.75 0 0 0-4-.1l-2 2a2.8 2.8 0 0 0 4 4l.75-.75",
  list: "M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4v.01M2.5 8v.01M2.5 12v.01",
  lock: "M3.25 7h9.5v6.75h-9.5zM5.25 7V4.75a2.75 2.75 0 0 1 5.5 0V7",
  "log-out": "M6.5 2.5h-4v11h4M10.5 5l3 3-3 3M13.25 8H6.5",
  mail: "M1.75 3.25h12.5v9.5H1.75zM2 3.75l6 5 6-5",
  menu: "M2 4h12M2 8h12M2 12h12",
  message: "M2 2.75h12v8.5H7.5L4.5 14v-2.75H2zM5 7v.01M8 7v.01M11 7v.01",
  minus: "M3 8h10",
  monitor: "M1.75 2.75h12.5v8.5H1.75zM8 11.25v2.5M5 13.75h6",
  moon: "M13.75 9.5A6 6 0 0 1 6.5 2.25a6 6 0 1 0 7.25 7.25Z",
  more: "M2.75 8a.25.25 0 1 0 .5 0 .25.25 0 1 0-.5 0M7.75 8a.25.25 0 1 0 .5 0 .25.25 0 1 0-.5 0M12.75 8a.25.25 0 1 0 .5 0 .25.25 0 1 0-.5 0",
  palette:
    "M8 1.75a6.25 6.25 0 0 0 0 12.5c1 0 1.4-.7 1.2-1.5-.3-1.2.4-2 1.6-2h1.45a2 2 0 0 0 2-2C14.25 4.7 11.5 1.75 8 1.75ZM5 6.5v.01M8 4.75v.01M11 6.5v.01M4.5 9.5v.01",
  pin: "M5.5 1.75h5l-.75 5 2.25 2.5H4l2.25-2.5zM8 9.25v5",
  plug: "M5.5 1.75v3M10.5 1.75v3M3.75 4.75h8.5V8a4.25 4.25 0 0 1-8.5 0ZM8 12.25v2",
  plus: "M8 3v10M3 8h10",
  refresh: "M13.5 8a5.5 5.5 0 1 1-1.7-4M13.5 1.75v3h-3",
  restore: "M2.5 8a5.5 5.5 0 1 0 1.7-4M2.5 1.75v3h3M8 5v3.25l2 1.25",
  search: "M7 2.25a4.75 4.75 0 1 1 0 9.5 4.75 4.75 0 0 1 0-9.5ZM10.5 10.5 14 14",
  send: "M14 2 1.75 6.75 6.5 9.5 9.25 14.25ZM6.5 9.5 9.5 6.5",
  settings:
    "M2 4.5h6M11.5 4.5H14M2 11.5h2.5M8 11.5h6M9.75 2.75a1.75 1.75 0 1 1 0 3.5 1.75 1.75 0 0 1 0-3.5ZM6.25 9.75a1.75 1.75 0 1 1 0 3.5 1.75 1.75 0 0 1 0-3.5Z",
  shield: "M8 1.75 13.5 3.5v4c0 3.25-2.2 5.6-5.5 6.75-3.3-1.15-5.5-3.5-5.5-6.75v-4ZM5.5 8l1.75 1.75L10.5 6.5",
  sort: "m5 6 3-3 3 3M5 10l3 3 3-3",
  star: "m8 1.75 1.9 4 4.35.55-3.2 3 .85 4.35L8 11.5l-3.9 2.15.85-4.35-3.2-3 4.35-.55Z",
  sun: "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM8 1.5v.75M8 13.75v.75M1.5 8h.75M13.75 8h.75M3.4 3.4l.5.5M12.1 12.1l.5.5M3.4 12.6l.5-.5M12.1 3.9l.5-.5",
  trash: "M2.5 4.25h11M6 4.25v-2h4v2M3.75 4.25l.75 9.5h7l.75-9.5M6.75 7v4M9.25 7v4",
  tree: "M6 1.75h4v3H6zM1.75 11.25h4v3h-4zM10.25 11.25h4v3h-4zM8 4.75V8M3.75 11.25V8h8.5v3.25",
  upload: "M8 10.5V2M4.5 5.5 8 2l3.5 3.5M2.5 13.75h11",
  user: "M8 2.25a2.75 2.75 0 1 1 0 5.5 2.75 2.75 0 0 1 0-5.5ZM2.75 13.75c0-2.5 2-4 5.25-4s5.25 1.5 5.25 4",
  video: "M1.75 4h8.5v8h-8.5zM10.25 7l4-2.25v6.5l-4-2.25",
  warning: "M8 2 14.75 13.5H1.25ZM8 6.25v3.5M8 11.5v.01",
  x: "m4 4 8 8M12 4l-8 8",
} as const;

export type IconName = keyof typeof outlines;

/** The outlines as markup: a page has over a hundred icons, and this halves the elements to create for each. */
const drawn = Object.fromEntries(
  Object.entries(outlines).map(([name, outline]) => [name, { __html: `<path d="${outline}"></path>` }]),
) as Readonly<Record<IconName, { __html: string }>>;

/** An outline in the text colour; hidden from assistive technology unless it has a `label`. */
export function Icon({ name, label, large }: { name: IconName; label?: string; large?: boolean }) {
  return (
    <svg
      className={large ? "icon icon-large" : "icon"}
      viewBox="0 0 16 16"
      role={label && "img"}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      dangerouslySetInnerHTML={drawn[name]}
    />
  );
}

/** All names, for pickers and for the test that renders each. */
export const iconNames = Object.keys(outlines) as IconName[];
