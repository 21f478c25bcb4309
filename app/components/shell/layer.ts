/** What a layer over the page is given, such as the palette. */
export type LayerProps = { base: string; typed: string; hasSearch: boolean; onClose: () => void };
