CREATE TABLE `click_drain` (
	`id` integer PRIMARY KEY NOT NULL,
	`owner` text,
	`fence` integer NOT NULL,
	`lease_until` integer NOT NULL,
	`handoff_no` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `click_handoff` (
	`no` integer PRIMARY KEY NOT NULL,
	`workspace_id` blob NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	`payload` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `click_handoff_workspace_idx` ON `click_handoff` (`workspace_id`,`no`);--> statement-breakpoint
CREATE TABLE `click_positions` (
	`journal` text PRIMARY KEY NOT NULL,
	`segment` integer NOT NULL,
	`byte_offset` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `link_clicks` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` blob NOT NULL,
	`workspace_id` blob NOT NULL,
	`domain_id` blob NOT NULL,
	`link_id` blob NOT NULL,
	`created_at` integer NOT NULL,
	`bot_reason` text,
	`is_unique` integer NOT NULL,
	`trigger` text NOT NULL,
	`target_key` text,
	`country` text,
	`region` text,
	`city` text,
	`device` text,
	`os` text,
	`browser` text,
	`language` text,
	`referrer_host` text,
	`referrer_hash` integer,
	`destination_hash` integer,
	`utm_source` text,
	`utm_medium` text,
	`utm_campaign` text,
	`utm_term` text,
	`utm_content` text,
	`utm_ref` text,
	`query` text,
	`tag_ids` text,
	`address_prefix` text
);
--> statement-breakpoint
CREATE INDEX `link_clicks_link_idx` ON `link_clicks` (`link_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `link_clicks_workspace_idx` ON `link_clicks` (`workspace_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `link_counters` (
	`link_id` blob PRIMARY KEY NOT NULL,
	`workspace_id` blob NOT NULL,
	`clicks` integer NOT NULL,
	`unique_clicks` integer NOT NULL,
	`bot_clicks` integer NOT NULL,
	`last_clicked_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `link_counters_workspace_idx` ON `link_counters` (`workspace_id`);--> statement-breakpoint
CREATE TABLE `link_days` (
	`workspace_id` blob NOT NULL,
	`day` integer NOT NULL,
	`link_id` blob NOT NULL,
	`domain_id` blob NOT NULL,
	`clicks` integer NOT NULL,
	`unique_clicks` integer NOT NULL,
	`bot_clicks` integer NOT NULL,
	`facets` text,
	`facets_through` integer DEFAULT 0 NOT NULL,
	`facets_count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`workspace_id`, `day`, `link_id`)
);
--> statement-breakpoint
CREATE INDEX `link_days_link_idx` ON `link_days` (`link_id`,`day`);--> statement-breakpoint
CREATE INDEX `link_days_unfolded_idx` ON `link_days` (`day`) WHERE clicks + bot_clicks - facets_count >= 256 and (clicks + bot_clicks - facets_count) * 16 >= clicks + bot_clicks;--> statement-breakpoint
CREATE TABLE `link_open_days` (
	`day` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `link_rollup_days` (
	`workspace_id` blob NOT NULL,
	`domain_id` blob NOT NULL,
	`dimension` text NOT NULL,
	`bucket` integer NOT NULL,
	`key` text NOT NULL,
	`clicks` integer NOT NULL,
	`unique_clicks` integer NOT NULL,
	`bot_clicks` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `domain_id`, `dimension`, `bucket`, `key`)
);
--> statement-breakpoint
CREATE TABLE `link_rollups` (
	`workspace_id` blob NOT NULL,
	`domain_id` blob NOT NULL,
	`dimension` text NOT NULL,
	`bucket` integer NOT NULL,
	`key` text NOT NULL,
	`clicks` integer NOT NULL,
	`unique_clicks` integer NOT NULL,
	`bot_clicks` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `domain_id`, `dimension`, `bucket`, `key`)
);
--> statement-breakpoint
CREATE INDEX `link_rollups_bucket_idx` ON `link_rollups` (`dimension`,`bucket`);--> statement-breakpoint
CREATE INDEX `link_rollups_total_idx` ON `link_rollups` (`workspace_id`,`domain_id`,`bucket`,`clicks`,`unique_clicks`,`bot_clicks`) WHERE dimension = 'total';--> statement-breakpoint
CREATE TABLE `link_urls` (
	`workspace_id` blob NOT NULL,
	`hash` integer NOT NULL,
	`url` text NOT NULL,
	`seen_day` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `hash`)
);
--> statement-breakpoint
CREATE TABLE `link_uses` (
	`link_id` blob PRIMARY KEY NOT NULL,
	`workspace_id` blob NOT NULL,
	`used` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `link_visitors` (
	`visitor` integer PRIMARY KEY NOT NULL
);
