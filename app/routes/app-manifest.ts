import type { LoaderFunctionArgs } from "@remix-run/node";
import { brandOf } from "~/services/brand.server";

/** Web app manifest for installing the console, named after the host's brand (SHELL-01). */
export const loader = ({ request }: LoaderFunctionArgs) => {
  const { productName } = brandOf(request);
  const icons = [192, 512].map((size) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose: "any maskable",
  }));
  const manifest = {
    name: productName,
    short_name: productName,
    start_url: "/",
    display: "minimal-ui",
    icons,
  };
  return new Response(JSON.stringify(manifest), { headers: { "content-type": "application/manifest+json" } });
};
