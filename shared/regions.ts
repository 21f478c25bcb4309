/** The three regions of SHELL-22; each has its own endpoint and its own database file. */
export const awsRegions = ["ap-southeast-2", "eu-west-1", "us-east-1"] as const;

export type AwsRegion = (typeof awsRegions)[number];

/** Where calls without a region in context go (SESS-05). */
export const defaultAwsRegion: AwsRegion = "ap-southeast-2";

/** Whether a value names a region that there is. */
export function isAwsRegion(value: unknown): value is AwsRegion {
  return awsRegions.some((region) => region === value);
}
