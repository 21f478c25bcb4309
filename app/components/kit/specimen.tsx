import { createElement, type ReactNode } from "react";
import { intentsOf } from "~/services/intents";

/** Renders one state of a component; may use hooks. */
export type Story = () => ReactNode;

/**
 * Component states by name, by the component's file below app/components. One more state is one more line; a ui, form
 * or table component without a story fails the tests.
 */
export type Stories = Readonly<Record<string, Readonly<Record<string, Story>>>>;

/** One component in one state. The name identifies its URL and screenshots. */
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

/** URL of a single story. */
export const storyHref = (name: string) => `/kit?story=${encodeURIComponent(name)}`;

/** An unusually long text, with a word that cannot be broken at a space. */
export const longText =
  "Regional Recruitment Coordination and Onboarding, Donaudampfschifffahrtsgesellschaftskapitänsmützenabteilung, second floor";

/** A right-to-left name with Latin letters and digits in it. */
export const rightToLeftText = "شركة التوظيف Acme 24";

/** Intent of the stories' buttons; not handled. */
export const storyIntent = intentsOf<{ intents: readonly ["save"] }>()("save");
