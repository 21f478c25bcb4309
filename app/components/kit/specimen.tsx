import { createElement, type ReactNode } from "react";
import { intentsOf } from "~/services/intents";

/** Draws one state of a component; it may use hooks. */
export type Story = () => ReactNode;

/**
 * The states of components by name, by the component's file below app/components. A state more is a line more; a
 * component of ui, form or table without a story fails the tests.
 */
export type Stories = Readonly<Record<string, Readonly<Record<string, Story>>>>;

/** One component in one state. The name is what its address and its pictures find it by. */
export function Specimen({ name, story }: { name: string; story: Story }) {
  return (
    <figure className="rt-r-my-5" data-specimen={name}>
      <figcaption className="small">
        <a href={storyHref(name)}>{name}</a>
      </figcaption>
      {createElement(story)}
    </figure>
  );
}

/** Where one story stands alone. */
export const storyHref = (name: string) => `/kit?story=${encodeURIComponent(name)}`;

/** A text longer than anything that is usual, with a word that cannot be broken at a space. */
export const longText =
  "Regional Recruitment Coordination and Onboarding, Donaudampfschifffahrtsgesellschaftskapitänsmützenabteilung, second floor";

/** A name that is written from right to left, with Latin letters and digits in it. */
export const rightToLeftText = "شركة التوظيف Acme 24";

/** The intent of the buttons of stories; nothing handles it. */
export const storyIntent = intentsOf<{ intents: readonly ["save"] }>()("save");
