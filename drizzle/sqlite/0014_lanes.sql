DROP INDEX `rules_due_idx`;--> statement-breakpoint
CREATE INDEX `rules_due_idx` ON `rules` (`workspace_id`,`next_run_at`,`id`) WHERE status = 'active' and next_run_at is not null;--> statement-breakpoint
DROP INDEX `wa_media_next_idx`;--> statement-breakpoint
CREATE INDEX `wa_media_next_idx` ON `wa_media` (`workspace_id`,`next_try_at`) WHERE next_try_at is not null;