import type { ReactNode } from "react";
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

/** The page of a public screen: brand, one card 550 px wide, and the policy notice (AUTH-03). */
export function AuthCard({ title, text, homeHref, footer, children }: AuthCardProps) {
  useClientLinks();
  return (
    <div className="auth-page">
      <SkipLink />
      <NavigationProgress />
      <ConnectionBar />
      <header>
        <Brand href={homeHref} />
      </header>
      <main id="main" className="auth-card" tabIndex={-1}>
        <h1>{title}</h1>
        {text && <p className="auth-text">{text}</p>}
        {children}
      </main>
      {footer && <footer className="auth-foot">{footer}</footer>}
    </div>
  );
}
