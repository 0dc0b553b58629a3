CREATE TABLE `auth_changes` (
	`seq` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auth_changes_at_idx` ON `auth_changes` (`at`);--> statement-breakpoint
CREATE TABLE `auth_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `auth_throttle` (
	`bucket` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`tat` integer NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `instance` (
	`id` integer PRIMARY KEY NOT NULL,
	`owner_user_id` text,
	`setup_token_hash` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `password_resets` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `password_resets_user_idx` ON `password_resets` (`user_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`auth_at` integer NOT NULL,
	`mfa_at` integer,
	`idle_expires_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ip` text NOT NULL,
	`user_agent` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_key` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user_idx` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`password_hash` text,
	`email_verified_at` integer,
	`password_changed_at` integer,
	`instance_admin` integer DEFAULT false NOT NULL,
	`state` text DEFAULT 'active' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key` ON `users` (`email`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`type` text NOT NULL,
	`body` text NOT NULL,
	`request_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_workspace_sequence_key` ON `events` (`workspace_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `events_type_idx` ON `events` (`workspace_id`,`type`,`sequence`);--> statement-breakpoint
CREATE INDEX `events_created_idx` ON `events` (`created_at`);--> statement-breakpoint
CREATE INDEX `events_request_idx` ON `events` (`workspace_id`,`request_id`);--> statement-breakpoint
CREATE TABLE `api_key_secrets` (
	`hash` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`key_id` text NOT NULL,
	`hint` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`last_used_ip` text,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`workspace_id`,`key_id`) REFERENCES `api_keys`(`workspace_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `api_key_secrets_key_idx` ON `api_key_secrets` (`workspace_id`,`key_id`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`metadata` text NOT NULL,
	`scopes` text NOT NULL,
	`full_access` integer DEFAULT false NOT NULL,
	`resources` text NOT NULL,
	`allowed_cidrs` text NOT NULL,
	`allowed_origins` text NOT NULL,
	`browser_use` integer DEFAULT false NOT NULL,
	`rate_limit` text,
	`expires_at` integer,
	`created_by` text NOT NULL,
	`last_used_at` integer,
	`last_used_ip` text,
	`last_used_user_agent` text,
	`revoked_at` integer,
	`revoked_by` text,
	`revoked_reason` text,
	`expiry_notice_at` integer,
	`leak_reported_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `api_keys_expiry_notice_idx` ON `api_keys` (`expiry_notice_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_workspace_id_key` ON `api_keys` (`workspace_id`,`id`);--> statement-breakpoint
CREATE TABLE `ai_providers` (
	`slug` text PRIMARY KEY NOT NULL,
	`config` text NOT NULL,
	`sealed_secrets` text,
	`key_hint` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `model_snapshots` (
	`provider_slug` text PRIMARY KEY NOT NULL,
	`models` text NOT NULL,
	`fetched_at` integer,
	`status` text NOT NULL,
	`error_code` text,
	`error_detail` text,
	`url_used` text,
	`failing_since` integer,
	`dropped` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`next_at` integer,
	`lease_owner` text,
	`lease_until` integer
);
--> statement-breakpoint
CREATE TABLE `workspace_model_settings` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`aliases` text NOT NULL,
	`allow` text NOT NULL,
	`deny` text NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text,
	`actor` text NOT NULL,
	`actor_id` text NOT NULL,
	`action` text NOT NULL,
	`target` text,
	`target_id` text NOT NULL,
	`changes` text,
	`ip` text NOT NULL,
	`user_agent` text NOT NULL,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_entries_workspace_idx` ON `audit_entries` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_action_idx` ON `audit_entries` (`workspace_id`,`action`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_created_idx` ON `audit_entries` (`created_at`);--> statement-breakpoint
CREATE TABLE `idempotency_records` (
	`workspace_id` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`operation_id` text NOT NULL,
	`actor_id` text NOT NULL,
	`state` text NOT NULL,
	`owner` text NOT NULL,
	`lease_expires_at` integer NOT NULL,
	`status` integer,
	`headers` text,
	`body` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `key`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idempotency_expires_idx` ON `idempotency_records` (`expires_at`);--> statement-breakpoint
CREATE TABLE `request_logs` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`method` text NOT NULL,
	`path` text NOT NULL,
	`operation_id` text NOT NULL,
	`surface` text NOT NULL,
	`status` integer NOT NULL,
	`code` text,
	`duration_ms` integer NOT NULL,
	`key_id` text,
	`ip` text NOT NULL,
	`user_agent` text NOT NULL,
	`client_request_id` text,
	`replayed` integer DEFAULT false NOT NULL,
	`request_body` text,
	`response_body` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `request_logs_workspace_idx` ON `request_logs` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `request_logs_created_idx` ON `request_logs` (`created_at`);--> statement-breakpoint
CREATE TABLE `usage_days` (
	`workspace_id` text NOT NULL,
	`bucket` integer NOT NULL,
	`key_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`status_class` integer NOT NULL,
	`requests` integer NOT NULL,
	`rate_limited` integer NOT NULL,
	`duration_ms_sum` integer NOT NULL,
	`duration_ms_max` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `bucket`, `key_id`, `operation_id`, `status_class`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `usage_days_bucket_idx` ON `usage_days` (`bucket`);--> statement-breakpoint
CREATE TABLE `usage_hours` (
	`workspace_id` text NOT NULL,
	`bucket` integer NOT NULL,
	`key_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`status_class` integer NOT NULL,
	`requests` integer NOT NULL,
	`rate_limited` integer NOT NULL,
	`duration_ms_sum` integer NOT NULL,
	`duration_ms_max` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `bucket`, `key_id`, `operation_id`, `status_class`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `usage_hours_bucket_idx` ON `usage_hours` (`bucket`);--> statement-breakpoint
CREATE TABLE `usage_minutes` (
	`workspace_id` text NOT NULL,
	`bucket` integer NOT NULL,
	`key_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`status_class` integer NOT NULL,
	`requests` integer NOT NULL,
	`rate_limited` integer NOT NULL,
	`duration_ms_sum` integer NOT NULL,
	`duration_ms_max` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `bucket`, `key_id`, `operation_id`, `status_class`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `usage_minutes_bucket_idx` ON `usage_minutes` (`bucket`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	`accepted_by` text,
	`revoked_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_workspace_id_key` ON `invitations` (`workspace_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token_key` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE TABLE `members` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`invited_by` text,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `members_workspace_id_key` ON `members` (`workspace_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `members_workspace_user_key` ON `members` (`workspace_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `members_user_idx` ON `members` (`user_id`);--> statement-breakpoint
CREATE TABLE `workspace_counter` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`last_sequence` integer DEFAULT 0 NOT NULL,
	`webhooks_version` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `workspaces` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`state` text DEFAULT 'active' NOT NULL,
	`suspended_reason` text,
	`leaked_key_policy` text DEFAULT 'revoke' NOT NULL,
	`rate_limit` text NOT NULL,
	`log_retention_days` integer DEFAULT 7 NOT NULL,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
