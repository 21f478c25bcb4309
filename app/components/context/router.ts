/** The only module that touches Remix's internals, its globals and contexts. */
import { useContext } from "react";
import { UNSAFE_DataRouterStateContext as RouterState } from "react-router";

/** Router of the open page; browser only. */
export const router = () => window.__remixRouter;

/** Routes of this build and their files; browser only. */
export const routeManifest = () => window.__remixManifest;

/** Modules of the loaded routes; browser only. */
export const routeModules = () => window.__remixRouteModules;

/** Router state of the page, also during server rendering. */
export const useRouterState = () => useContext(RouterState);

export { RouterState };
