/** The steps of a stage in a vacancy's funnel (PIPE-12). */
export const funnelSteps = ["CAME", "COMPLETED", "WENT_ON"] as const;
export type FunnelStep = (typeof funnelSteps)[number];
