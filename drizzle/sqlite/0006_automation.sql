ALTER TABLE `events` ADD `cause_run_id` text;--> statement-breakpoint
ALTER TABLE `events` ADD `cause_depth` integer;--> statement-breakpoint
ALTER TABLE `wa_messages` ADD `cause_run_id` text;--> statement-breakpoint
ALTER TABLE `wa_messages` ADD `cause_depth` integer;