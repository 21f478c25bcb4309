/** Props of a layer over the page, such as the palette. */
export type LayerProps = { base: string; typed: string; hasSearch: boolean; onClose: () => void };
