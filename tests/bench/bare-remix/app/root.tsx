import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "@remix-run/react";
import { useContext } from "react";
import { NonceContext } from "./nonce";

export default function App() {
  const nonce = useContext(NonceContext);
  return (
    <html lang="en">
      <head>
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}
