import type { ReactNode } from "react";

/** One component in one state. The name is what screenshots of it are found by. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <figure className="kit-specimen" data-specimen={name}>
      <figcaption className="small">{name}</figcaption>
      {children}
    </figure>
  );
}

/** A text longer than anything that is usual, with a word that cannot be broken at a space. */
export const longText =
  "Regional Recruitment Coordination and Onboarding, Donaudampfschifffahrtsgesellschaftskapitänsmützenabteilung, second floor";
