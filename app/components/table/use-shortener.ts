import { useLocation } from "@remix-run/react";
import { shortener } from "./list-url";

/** Shortens links of the open page; see `shortener`. */
export const useShortener = () => shortener(useLocation().pathname);
