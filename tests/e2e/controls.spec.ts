import type { Page } from "@playwright/test";
import { expect, people, test } from "./support/test";

/** Luminance of a picture, per pixel, decoded by the browser that rendered it. */
async function luminanceOf(page: Page, png: Buffer): Promise<number[]> {
  const sizes = await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas?.drawImage(image, 0, 0);
    const { data } = canvas?.getImageData(0, 0, image.width, image.height) ?? { data: [] };
    const part = (at: number) => {
      const share = (data[at] ?? 0) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    return Array.from({ length: data.length / 4 }, (_, pixel) =>
      (0.2126 * part(pixel * 4) + 0.7152 * part(pixel * 4 + 1) + 0.0722 * part(pixel * 4 + 2)).toFixed(4),
    ).join(" ");
  }, png.toString("base64"));
  return sizes.split(" ").map(Number);
}

/** Number of pixels in which two pictures of equal size differ by a WCAG contrast ratio. */
const differing = (one: readonly number[], other: readonly number[], ratio: number) =>
  one.filter((light, at) => {
    const dark = other[at] ?? 0;
    return (Math.max(light, dark) + 0.05) / (Math.min(light, dark) + 0.05) >= ratio;
  }).length;

const states = ["unticked", "ticked", "partly"] as const;
const ways = ["enabled", "disabled", "focus"] as const;
const kinds = ["checkbox", "radio", "switch"] as const;

test("GEN-108 the state of each box, radio and switch is visible in pixels @js", async ({ page }) => {
  const size = 40;
  await page.goto("/login");
  const all = kinds.flatMap((kind) =>
    ways.flatMap((way) =>
      (kind === "checkbox" ? states : states.slice(0, 2)).map((state) => ({ kind, way, state })),
    ),
  );
  // All controls side by side in one picture.
  await page.evaluate(
    ([all, size]) => {
      const plane = Object.assign(document.createElement("main"), { className: "card" });
      Object.assign(plane.style, { position: "fixed", inset: "0", zIndex: "99" });
      all.forEach(({ kind, way, state }, at) => {
        const control = Object.assign(document.createElement("input"), {
          type: kind === "radio" ? "radio" : "checkbox",
          className: kind,
          checked: state === "ticked",
          indeterminate: state === "partly",
          disabled: way === "disabled",
        });
        Object.assign(control.style, { position: "absolute", left: `${at * size + 8}px`, top: "8px" });
        // Only one can have the focus at a time, so this one is styled as if it had.
        if (way === "focus") control.style.outline = "var(--ring)";
        plane.append(control);
      });
      document.body.append(plane);
    },
    [all, size] as const,
  );
  const [width, height] = [all.length * size, size];
  await page.setViewportSize({ width: width + size, height: 600 });
  for (const media of [
    { colorScheme: "light" },
    { colorScheme: "dark" },
    { colorScheme: "light", media: "print" },
  ] as const) {
    await page.emulateMedia(media);
    const picture = await luminanceOf(page, await page.screenshot({ clip: { x: 0, y: 0, width, height } }));
    const drawn = all.map((control, at) => ({
      ...control,
      pixels: picture.filter((_, pixel) => Math.floor((pixel % width) / size) === at),
    }));
    for (const one of drawn)
      for (const other of drawn.slice(drawn.indexOf(one) + 1)) {
        if (one.kind !== other.kind) continue;
        const what = `${Object.values(media).join()}: ${one.kind}, ${one.way} ${one.state} and ${other.way} ${other.state}`;
        // A mark is about ten pixels large; disabled controls differ from enabled ones by a shade.
        if (one.way === other.way)
          expect(differing(one.pixels, other.pixels, 3), what).toBeGreaterThanOrEqual(8);
        else if (one.state === other.state)
          expect(differing(one.pixels, other.pixels, 1.05), what).toBeGreaterThan(8);
      }
  }
});

test("GEN-107 a page translated by the browser keeps working @js", async ({ page, signIn, unique }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/groups`);
  await page.getByRole("link", { name: "Create New" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create" })).toBeVisible();
  const name = page.getByRole("textbox").first();
  await name.waitFor();
  // As a browser's translation does: wraps each text in elements, including texts added later.
  await page.evaluate(() => {
    const translate = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Node[] = [];
      for (let next = texts.nextNode(); next; next = texts.nextNode())
        if (
          next.nodeValue?.trim() &&
          next.parentNode?.nodeName !== "FONT" &&
          next.parentNode?.nodeName !== "SCRIPT"
        )
          found.push(next);
      for (const text of found) {
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        text.parentNode?.replaceChild(outer, text);
        outer.append(inner);
        inner.append(text);
      }
    };
    translate();
    new MutationObserver(translate).observe(document.body, { childList: true, subtree: true });
  });
  const save = page.getByRole("main").getByRole("button", { name: "Save" });
  await save.click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await name.fill(unique("Translated"));
  await save.click();
  await expect(
    page
      .getByRole("status")
      .getByText(/created/i)
      .first(),
  ).toBeVisible();
  for (const area of ["Users", "Vacancies", "Groups"]) {
    await page.getByRole("navigation", { name: "Main menu" }).getByText(area, { exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: area })).toBeVisible();
  }
  expect(await page.locator("main font").count()).toBeGreaterThan(0);
});
