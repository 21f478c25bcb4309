import { expect, test } from "vitest";
import { UserName } from "~/components/users/user-lock";
import { render, text } from "./render";

test("USER-03 GRP-41 the lock of a locked user stays at the end of the name, which may wrap elsewhere", async () => {
  const html = await render(<UserName name="Lou Locked" locked />);
  expect(html).toMatch(/<bdi>Lou Locked<\/bdi>\u00a0<span class="user-lock"/);
  expect(text(await render(<UserName name="Olivia White" locked={false} />))).toBe("Olivia White");
});
