import { useEffect, useLayoutEffect } from "react";

/** `useLayoutEffect`, of which React warns where the server draws. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
