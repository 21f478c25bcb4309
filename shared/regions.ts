/** The regions (SHELL-22); each has an endpoint and a database file of its own. */
export const awsRegions = ["ap-southeast-2", "eu-west-1", "us-east-1"] as const;

export type AwsRegion = (typeof awsRegions)[number];

/** The region used for calls without one (SESS-05). */
export const defaultAwsRegion: AwsRegion = "ap-southeast-2";

/** True if a value names an existing region. */
export function isAwsRegion(value: unknown): value is AwsRegion {
  return awsRegions.some((region) => region === value);
}
