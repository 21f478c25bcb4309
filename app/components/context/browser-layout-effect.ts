import { useEffect, useLayoutEffect } from "react";

/** `useLayoutEffect` without React's warning during server rendering. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
