-- Words of messages, and where they stand: ids of workspace, instance and chat without their prefixes, so that a search
-- begins at the words of one workspace. Searches repeat the expression as it stands here.
CREATE INDEX "wa_messages_search_idx" ON "wa_messages" USING gin (to_tsvector('simple', split_part("workspace_id", '_', 2) || ' ' || split_part("instance_id", '_', 2) || ' ' || split_part("chat_id", '_', 2) || ' ' || translate("search", '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)))) WHERE "search" <> '';
