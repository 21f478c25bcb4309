import type { Migration } from "./migration";

/** A group knows how many active people it has: a list of groups counts tens of thousands of people otherwise (GRP-11). */
export const regionGroupCounts: Migration = {
  number: 78,
  name: "region-group-counts",
  file: "region",
  sql: `
    ALTER TABLE groups ADD COLUMN usersCount INTEGER NOT NULL DEFAULT 0;
    UPDATE groups SET usersCount = (SELECT count(*) FROM group_members m JOIN users u ON u.id = m.userId
      WHERE m.groupId = groups.id AND u.archivedAt IS NULL);
    CREATE TRIGGER group_members_counted AFTER INSERT ON group_members BEGIN
      UPDATE groups SET usersCount = usersCount + 1
      WHERE id = NEW.groupId AND EXISTS (SELECT 1 FROM users WHERE id = NEW.userId AND archivedAt IS NULL);
    END;
    CREATE TRIGGER group_members_uncounted AFTER DELETE ON group_members BEGIN
      UPDATE groups SET usersCount = usersCount - 1
      WHERE id = OLD.groupId AND EXISTS (SELECT 1 FROM users WHERE id = OLD.userId AND archivedAt IS NULL);
    END;
    CREATE TRIGGER group_members_archived AFTER UPDATE OF archivedAt ON users
      WHEN (OLD.archivedAt IS NULL) <> (NEW.archivedAt IS NULL) BEGIN
      UPDATE groups SET usersCount = usersCount + iif(NEW.archivedAt IS NULL, 1, -1)
      WHERE id IN (SELECT groupId FROM group_members WHERE userId = NEW.id);
    END;`,
};
