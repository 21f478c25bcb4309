import { type ReactNode, useEffect, useRef } from "react";
import { useClientLinks } from "~/components/ui/client-links";
import { Brand } from "./brand";
import { ConnectionBar } from "./connection-bar";
import { SkipLink } from "./skip-link";
import { NavigationProgress } from "./progress";

type AuthCardProps = {
  title: string;
  text?: ReactNode;
  homeHref: string;
  /** The policy notice with its links. */
  footer?: ReactNode;
  children: ReactNode;
};

/** Page of a public screen: brand, one card 550 px wide, and the policy notice (AUTH-03). */
export function AuthCard({ title, text, homeHref, footer, children }: AuthCardProps) {
  useClientLinks();
  useFocusOnNext(title);
  return (
    <div className="auth-page rt-Flex rt-r-fd-column rt-r-ai-center rt-r-gap-5 rt-r-py-5 rt-r-px-4">
      <SkipLink />
      <NavigationProgress />
      <ConnectionBar />
      {/* Decoration: the logo's bars, enlarged, at the edge. */}
      <svg className="auth-face" viewBox="0 0 560 420" aria-hidden="true">
        <path d="M46 0h514v92H46a46 46 0 0 1 0-92ZM46 164h300a46 46 0 0 1 0 92H46a46 46 0 0 1 0-92ZM46 328h514v92H46a46 46 0 0 1 0-92Z" />
      </svg>
      <header>
        <Brand href={homeHref} />
      </header>
      <main id="main" className="auth-card" tabIndex={-1}>
        <h1>{title}</h1>
        {text && <p className="auth-text">{text}</p>}
        {children}
      </main>
      {footer && <footer className="auth-foot muted small rt-r-ta-center rt-r-tw-balance">{footer}</footer>}
    </div>
  );
}

/** After sign-in, and between steps, moves the focus to where a document load would have it. */
function useFocusOnNext(title: string) {
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current !== title) focusMain();
    shown.current = title;
  }, [title]);
  // The next page is already present when this one unmounts.
  useEffect(() => focusMain, []);
}

/** Moves the focus only if it was lost with its element. */
function focusMain(): void {
  if (document.activeElement === document.body)
    document.getElementById("main")?.focus({ preventScroll: true });
}
