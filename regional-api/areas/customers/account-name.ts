/** Format of a customer's account name (CUST-31), for creating customers and for signing in. */
import { z } from "zod/v4";
import { textLimit } from "../../core/text-rules";
import { plainCharacters } from "../../../shared/pasted";

const limit = textLimit("customerAccountName", 100, "the account name");

export const accountName = z
  .string()
  .overwrite(plainCharacters)
  .min(1, "Please enter an account name")
  .max(limit.most, limit.message)
  .regex(/^[a-z]([a-z0-9-]*[a-z0-9])?$/, 'Please enter only lowercase letters, numbers and "-"');
