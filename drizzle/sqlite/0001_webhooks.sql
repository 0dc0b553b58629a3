CREATE TABLE `nodes` (
	`id` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`heartbeat_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `webhook_attempts` (
	`workspace_id` text NOT NULL,
	`delivery_no` integer NOT NULL,
	`number` integer NOT NULL,
	`started_at` integer NOT NULL,
	`code` text NOT NULL,
	`detail` text,
	`status` integer,
	`dns_ms` integer,
	`connect_ms` integer,
	`tls_ms` integer,
	`first_byte_ms` integer,
	`total_ms` integer NOT NULL,
	`remote_ip` text,
	`flags` text NOT NULL,
	`retry_after_seconds` integer,
	`url` text NOT NULL,
	`request_headers` text NOT NULL,
	`request_body` text,
	`response_headers` text NOT NULL,
	`response_body` text,
	`response_bytes` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`delivery_no`, `number`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_attempts_started_idx` ON `webhook_attempts` (`started_at`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`no` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`webhook_no` integer NOT NULL,
	`event_sequence` integer NOT NULL,
	`event_id` text NOT NULL,
	`event_type` text NOT NULL,
	`state` integer DEFAULT 0 NOT NULL,
	`trigger` text NOT NULL,
	`addressed` integer DEFAULT false NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`uncounted` integer DEFAULT 0 NOT NULL,
	`interruptions` integer DEFAULT 0 NOT NULL,
	`budget_from` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`lease_owner` text,
	`lease_until` integer,
	`last_code` text,
	`last_status` integer,
	`last_at` integer,
	`resend_of` text,
	`replay_id` text,
	`cancel_reason` text,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_id_key` ON `webhook_deliveries` (`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due_idx` ON `webhook_deliveries` (`webhook_no`,`next_at`) WHERE state = 0;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_lease_idx` ON `webhook_deliveries` (`lease_until`) WHERE state = 1;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_event_idx` ON `webhook_deliveries` (`webhook_no`,`event_sequence`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_log_idx` ON `webhook_deliveries` (`webhook_no`,`no`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_dead_idx` ON `webhook_deliveries` (`webhook_no`,`no`) WHERE state = 3;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_created_idx` ON `webhook_deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhook_replays` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`webhook_no` integer NOT NULL,
	`webhook_id` text NOT NULL,
	`mode` text NOT NULL,
	`event_types` text NOT NULL,
	`created_after` integer,
	`created_before` integer,
	`after_sequence` integer NOT NULL,
	`until_sequence` integer NOT NULL,
	`cursor_sequence` integer NOT NULL,
	`rate_per_second` integer NOT NULL,
	`status` text NOT NULL,
	`matched` integer DEFAULT 0 NOT NULL,
	`enqueued` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_replays_open_key` ON `webhook_replays` (`webhook_no`) WHERE status in ('queued', 'running', 'paused');--> statement-breakpoint
CREATE INDEX `webhook_replays_workspace_idx` ON `webhook_replays` (`workspace_id`,`id`);--> statement-breakpoint
CREATE TABLE `webhook_stats` (
	`workspace_id` text NOT NULL,
	`webhook_no` integer NOT NULL,
	`hour` integer NOT NULL,
	`succeeded` integer NOT NULL,
	`failed` integer NOT NULL,
	`total_ms` integer NOT NULL,
	PRIMARY KEY(`webhook_no`, `hour`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_stats_hour_idx` ON `webhook_stats` (`hour`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`no` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`url` text NOT NULL,
	`name` text,
	`description` text,
	`events` text NOT NULL,
	`selectors` text NOT NULL,
	`read_grant` text NOT NULL,
	`headers_sealed` text,
	`header_names` text NOT NULL,
	`secrets_sealed` text NOT NULL,
	`secrets` text NOT NULL,
	`timeout_seconds` integer NOT NULL,
	`max_in_flight` integer NOT NULL,
	`rate_limit_per_second` integer,
	`retry` text NOT NULL,
	`source` text NOT NULL,
	`metadata` text NOT NULL,
	`expires_at` integer,
	`status` text DEFAULT 'active' NOT NULL,
	`disabled_reason` text,
	`disabled_at` integer,
	`deleted_at` integer,
	`consecutive_failures` integer DEFAULT 0 NOT NULL,
	`consecutive_exhausted` integer DEFAULT 0 NOT NULL,
	`consecutive_blocked` integer DEFAULT 0 NOT NULL,
	`failing_since_at` integer,
	`run_failures` integer DEFAULT 0 NOT NULL,
	`last_success_at` integer,
	`last_failure_at` integer,
	`last_failure_code` text,
	`last_failure_status` integer,
	`open_until` integer,
	`open_reason` text,
	`openings` integer DEFAULT 0 NOT NULL,
	`degraded_at` integer,
	`created_sequence` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhooks_id_key` ON `webhooks` (`id`);--> statement-breakpoint
CREATE INDEX `webhooks_workspace_idx` ON `webhooks` (`workspace_id`,`no`);--> statement-breakpoint
CREATE INDEX `webhooks_expires_idx` ON `webhooks` (`expires_at`) WHERE expires_at is not null;--> statement-breakpoint
ALTER TABLE `events` ADD `thin_body` text;--> statement-breakpoint
ALTER TABLE `events` ADD `dedupe_key` text;--> statement-breakpoint
ALTER TABLE `events` ADD `addressed_to` text;--> statement-breakpoint
CREATE UNIQUE INDEX `events_dedupe_key` ON `events` (`workspace_id`,`dedupe_key`) WHERE dedupe_key is not null;