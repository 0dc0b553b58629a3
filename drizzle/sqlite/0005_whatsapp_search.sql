-- Words of messages, and where they stand: ids of workspace, instance and chat without their prefixes, so that a search
-- begins at the words of one workspace. Rows of the index are named by numbers that stay, which implicit rowids do not.
CREATE TABLE `wa_message_search_rows` (
	`no` integer PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_message_search_rows_message_key` ON `wa_message_search_rows` (`message_id`);--> statement-breakpoint
CREATE VIRTUAL TABLE `wa_message_search` USING fts5(
	`place`,
	`words`,
	content='',
	contentless_delete=1,
	tokenize='unicode61 remove_diacritics 2',
	prefix='2 3'
);
--> statement-breakpoint
CREATE TRIGGER `wa_messages_search_insert` AFTER INSERT ON `wa_messages` WHEN new.search <> ''
BEGIN
	INSERT INTO wa_message_search_rows (message_id) VALUES (new.id);
	INSERT INTO wa_message_search (rowid, place, words)
		SELECT no,
			substr(new.workspace_id, instr(new.workspace_id, '_') + 1) || ' '
				|| substr(new.instance_id, instr(new.instance_id, '_') + 1) || ' '
				|| substr(new.chat_id, instr(new.chat_id, '_') + 1),
			new.search
		FROM wa_message_search_rows WHERE message_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `wa_messages_search_update` AFTER UPDATE OF `search`, `chat_id` ON `wa_messages`
WHEN new.search <> old.search OR new.chat_id <> old.chat_id
BEGIN
	DELETE FROM wa_message_search WHERE rowid = (SELECT no FROM wa_message_search_rows WHERE message_id = old.id);
	DELETE FROM wa_message_search_rows WHERE message_id = old.id AND new.search = '';
	INSERT INTO wa_message_search_rows (message_id)
		SELECT new.id WHERE new.search <> '' AND NOT EXISTS (SELECT 1 FROM wa_message_search_rows WHERE message_id = new.id);
	INSERT INTO wa_message_search (rowid, place, words)
		SELECT no,
			substr(new.workspace_id, instr(new.workspace_id, '_') + 1) || ' '
				|| substr(new.instance_id, instr(new.instance_id, '_') + 1) || ' '
				|| substr(new.chat_id, instr(new.chat_id, '_') + 1),
			new.search
		FROM wa_message_search_rows WHERE message_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `wa_messages_search_delete` AFTER DELETE ON `wa_messages` WHEN old.search <> ''
BEGIN
	DELETE FROM wa_message_search WHERE rowid = (SELECT no FROM wa_message_search_rows WHERE message_id = old.id);
	DELETE FROM wa_message_search_rows WHERE message_id = old.id;
END;
--> statement-breakpoint
INSERT INTO wa_message_search_rows (message_id) SELECT id FROM wa_messages WHERE search <> '' ORDER BY id;--> statement-breakpoint
INSERT INTO wa_message_search (rowid, place, words)
	SELECT r.no,
		substr(m.workspace_id, instr(m.workspace_id, '_') + 1) || ' '
			|| substr(m.instance_id, instr(m.instance_id, '_') + 1) || ' '
			|| substr(m.chat_id, instr(m.chat_id, '_') + 1),
		m.search
	FROM wa_message_search_rows r JOIN wa_messages m ON m.id = r.message_id;
