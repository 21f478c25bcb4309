import type { AwsRegion } from "../../shared/regions";
import type { Random } from "./random";

/** Returns a valid mobile number of the region, with "+" and country code. */
export function mobileNumber(awsRegion: AwsRegion, random: Random): string {
  switch (awsRegion) {
    case "ap-southeast-2":
      return `+614${random.pick(["1", "2", "3"])}${random.digits(7)}`;
    case "eu-west-1":
      return `+44${random.pick(["740", "741", "757", "771", "772", "785"])}${random.digits(7)}`;
    case "us-east-1":
      return `+1${random.pick(["212", "305", "312", "404", "617", "646"])}${random.between(22, 98)}${random.digits(5)}`;
  }
}
