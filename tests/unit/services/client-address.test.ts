import { expect, test } from "vitest";
import { clientOf } from "../../../shared/client-address";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:203.0.113.7", "203.0.113.7"],
  ["2001:DB8:0:7:1:2:3:4", "2001:db8:0:7::/64"],
  ["2001:db8:0:7::1", "2001:db8:0:7::/64"],
  ["2001:0DB8:1:2::", "2001:db8:1:2::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["2001:db8::192.0.2.1", "2001:db8::192.0.2.1"],
  ["nonsense", "nonsense"],
  ["", ""],
])("SESS-35 the client of %j is %j", (address, client) => {
  expect(clientOf(address)).toBe(client);
});
