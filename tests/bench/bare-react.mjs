// The limit for a React page: one render a request, nothing else.
import { createServer } from "node:http";
import process from "node:process";
import { createElement as h } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { PlainTable, rows } from "./plain-table.mjs";

const server = createServer((_, res) => {
  const page = h(
    "html",
    { lang: "en" },
    h("head", null, h("title", null, "Customers")),
    h("body", null, h(PlainTable, { rows })),
  );
  const { pipe } = renderToPipeableStream(page, {
    onShellReady() {
      res.setHeader("Content-Type", "text/html; charset=utf-8");
      pipe(res);
    },
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ listening: typeof address === "object" ? address?.port : undefined });
});
