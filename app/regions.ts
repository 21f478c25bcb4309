import type { AwsRegion } from "../shared/regions";

export { type AwsRegion, awsRegions, defaultAwsRegion, isAwsRegion } from "../shared/regions";

/** The three regions: API name, short codes, phone country code, language and time zone (SHELL-22). */
export const regions = {
  "ap-southeast-2": {
    shortCode: "apse2",
    country: "Australia",
    countryCode: "AU",
    phoneCode: "61",
    label: "Asia Pacific (Sydney)",
    city: "Sydney",
    language: "en-GB",
    timeZone: "Australia/Sydney",
  },
  "eu-west-1": {
    shortCode: "euw1",
    country: "United Kingdom",
    countryCode: "GB",
    phoneCode: "44",
    label: "Europe (Ireland)",
    city: "Ireland",
    language: "en-GB",
    timeZone: "Europe/London",
  },
  "us-east-1": {
    shortCode: "use1",
    country: "United States",
    countryCode: "US",
    phoneCode: "1",
    label: "US East (N. Virginia)",
    city: "N. Virginia",
    language: "en-US",
    timeZone: "America/New_York",
  },
} as const satisfies Record<AwsRegion, object>;
