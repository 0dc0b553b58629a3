CREATE TABLE `event_cursors` (
	`consumer` text NOT NULL,
	`workspace_id` text NOT NULL,
	`sequence` integer NOT NULL,
	PRIMARY KEY(`consumer`, `workspace_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `click_journal` (
	`id` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `link_blocked_hosts` (
	`host` text PRIMARY KEY NOT NULL,
	`reason` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `link_changes` (
	`seq` integer PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`slug_key` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `link_changes_created_idx` ON `link_changes` (`created_at`);--> statement-breakpoint
CREATE TABLE `link_domains` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`hostname` text NOT NULL,
	`status` text NOT NULL,
	`disabled` integer DEFAULT false NOT NULL,
	`blocked_at` integer,
	`token` text NOT NULL,
	`case_sensitive` integer DEFAULT false NOT NULL,
	`root_url` text,
	`not_found_url` text,
	`expired_url` text,
	`default_redirect_status` integer DEFAULT 302 NOT NULL,
	`last_error` text,
	`verified_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `link_domains_hostname_key` ON `link_domains` (`hostname`) WHERE status <> 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX `link_domains_workspace_hostname_key` ON `link_domains` (`workspace_id`,`hostname`);--> statement-breakpoint
CREATE UNIQUE INDEX `link_domains_workspace_id_key` ON `link_domains` (`workspace_id`,`id`);--> statement-breakpoint
CREATE TABLE `link_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`status` text NOT NULL,
	`format` text NOT NULL,
	`domain_id` text,
	`on_conflict` text NOT NULL,
	`dry_run` integer NOT NULL,
	`mute_events` integer NOT NULL,
	`columns` text NOT NULL,
	`file_sha256` text NOT NULL,
	`file_bytes` integer NOT NULL,
	`offset` integer DEFAULT 0 NOT NULL,
	`line` integer DEFAULT 0 NOT NULL,
	`rows_total` integer,
	`rows_done` integer DEFAULT 0 NOT NULL,
	`created` integer DEFAULT 0 NOT NULL,
	`updated` integer DEFAULT 0 NOT NULL,
	`skipped` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`errors` text NOT NULL,
	`created_by_type` text NOT NULL,
	`created_by_id` text NOT NULL,
	`domain_ids` text,
	`lease_owner` text,
	`lease_until` integer,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `link_imports_workspace_id_key` ON `link_imports` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `link_imports_open_idx` ON `link_imports` (`status`) WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE TABLE `link_removals` (
	`link_id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `link_removals_created_idx` ON `link_removals` (`created_at`);--> statement-breakpoint
CREATE TABLE `link_salts` (
	`day` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `link_settings` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`default_domain_id` text,
	`slug_length` integer NOT NULL,
	`address_storage` text NOT NULL,
	`referrer_storage` text NOT NULL,
	`raw_click_days` integer NOT NULL,
	`count_tools` integer NOT NULL,
	`allow_private_targets` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `link_tag_links` (
	`workspace_id` text NOT NULL,
	`tag_id` text NOT NULL,
	`link_id` text NOT NULL,
	PRIMARY KEY(`tag_id`, `link_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `link_tags`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`link_id`) REFERENCES `links`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `link_tag_links_link_idx` ON `link_tag_links` (`link_id`);--> statement-breakpoint
CREATE TABLE `link_tags` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`color` text DEFAULT 'gray' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `link_tags_workspace_id_key` ON `link_tags` (`workspace_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `link_tags_workspace_name_key` ON `link_tags` (`workspace_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `links` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`slug` text NOT NULL,
	`slug_key` text NOT NULL,
	`url` text NOT NULL,
	`url_hash` text NOT NULL,
	`url_host` text NOT NULL,
	`title` text,
	`comments` text,
	`external_id` text,
	`metadata` text NOT NULL,
	`redirect_status` integer NOT NULL,
	`starts_at` integer,
	`expires_at` integer,
	`expired_url` text,
	`expired_event_at` integer,
	`max_clicks` integer,
	`limit_url` text,
	`limit_reached_at` integer,
	`password_hash` text,
	`password_version` integer DEFAULT 0 NOT NULL,
	`targeting` text NOT NULL,
	`forward_query` text NOT NULL,
	`preview` text,
	`indexable` integer DEFAULT false NOT NULL,
	`disabled` integer DEFAULT false NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`blocked_at` integer,
	`blocked_reason` text,
	`blocked_note` text,
	`source` text NOT NULL,
	`publication_id` text,
	`created_by_type` text NOT NULL,
	`created_by_id` text NOT NULL,
	`search` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `links_domain_slug_key` ON `links` (`domain_id`,`slug_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `links_workspace_external_key` ON `links` (`workspace_id`,`external_id`) WHERE external_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `links_workspace_id_key` ON `links` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `links_workspace_slug_idx` ON `links` (`workspace_id`,`slug_key`,`id`);--> statement-breakpoint
CREATE INDEX `links_workspace_url_idx` ON `links` (`workspace_id`,`url_hash`);--> statement-breakpoint
CREATE INDEX `links_url_host_idx` ON `links` (`url_host`);--> statement-breakpoint
CREATE INDEX `links_blocked_idx` ON `links` (`url_host`) WHERE blocked_at is not null;--> statement-breakpoint
CREATE INDEX `links_expires_idx` ON `links` (`expires_at`) WHERE expires_at is not null and expired_event_at is null;--> statement-breakpoint
CREATE INDEX `links_publication_idx` ON `links` (`workspace_id`,`publication_id`) WHERE publication_id is not null;--> statement-breakpoint
DROP INDEX `events_request_idx`;--> statement-breakpoint
ALTER TABLE `events` ADD `requires` text;--> statement-breakpoint
CREATE INDEX `events_request_idx` ON `events` (`workspace_id`,`request_id`,`sequence`);--> statement-breakpoint
DROP INDEX `webhook_attempts_started_idx`;--> statement-breakpoint
CREATE INDEX `webhook_attempts_started_idx` ON `webhook_attempts` (`workspace_id`,`started_at`);--> statement-breakpoint
DROP INDEX `webhook_deliveries_created_idx`;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_addressed_idx` ON `webhook_deliveries` (`webhook_no`,`no`) WHERE state = 0 and addressed;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_created_idx` ON `webhook_deliveries` (`workspace_id`,`created_at`);--> statement-breakpoint
DROP INDEX `webhook_stats_hour_idx`;--> statement-breakpoint
CREATE INDEX `webhook_stats_hour_idx` ON `webhook_stats` (`workspace_id`,`hour`);--> statement-breakpoint
ALTER TABLE `workspaces` ADD `event_retention_days` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `delivery_retention_days` integer;