/** The one door to what Remix keeps for itself: nothing else of the console names its globals or its inner contexts. */
import { useContext } from "react";
import { UNSAFE_DataRouterStateContext as RouterState } from "react-router";

/** The router of the open page; in the browser alone. */
export const router = () => window.__remixRouter;

/** The routes of this build and their files; in the browser alone. */
export const routeManifest = () => window.__remixManifest;

/** The modules of the routes that are loaded; in the browser alone. */
export const routeModules = () => window.__remixRouteModules;

/** The router's state of the page, also while the server renders it. */
export const useRouterState = () => useContext(RouterState);

export { RouterState };
