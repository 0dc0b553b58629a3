CREATE TABLE `workspaces` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`state` text DEFAULT 'active' NOT NULL,
	`suspended_reason` text,
	`leaked_key_policy` text DEFAULT 'revoke' NOT NULL,
	`rate_limit` text NOT NULL,
	`log_retention_days` integer DEFAULT 7 NOT NULL,
	`event_retention_days` integer,
	`delivery_retention_days` integer,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ai_budgets` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`key_id` text NOT NULL,
	`period` text NOT NULL,
	`amount_micro_usd` integer NOT NULL,
	`warn_at_percent` integer NOT NULL,
	`period_start` integer NOT NULL,
	`spent_micro_usd` integer DEFAULT 0 NOT NULL,
	`reserved_micro_usd` integer DEFAULT 0 NOT NULL,
	`warned_at` integer,
	`exhausted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ai_budgets_workspace_id_key` ON `ai_budgets` (`workspace_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `ai_budgets_period_key` ON `ai_budgets` (`workspace_id`,`key_id`,`period`);--> statement-breakpoint
CREATE TABLE `ai_provider_failures` (
	`provider_slug` text NOT NULL,
	`scope` text NOT NULL,
	`error_code` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`provider_slug`, `scope`)
);
--> statement-breakpoint
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
CREATE TABLE `ai_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`key_id` text NOT NULL,
	`source` text NOT NULL,
	`endpoint` text NOT NULL,
	`is_stream` integer NOT NULL,
	`requested_model` text NOT NULL,
	`model_id` text,
	`provider_slug` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`outcome` text NOT NULL,
	`status` integer,
	`error_code` text,
	`prompt_tokens` integer DEFAULT 0 NOT NULL,
	`completion_tokens` integer DEFAULT 0 NOT NULL,
	`cached_tokens` integer DEFAULT 0 NOT NULL,
	`cache_write_tokens` integer DEFAULT 0 NOT NULL,
	`reasoning_tokens` integer DEFAULT 0 NOT NULL,
	`audio_ms` integer DEFAULT 0 NOT NULL,
	`cost_micro_usd` integer DEFAULT 0 NOT NULL,
	`reserved_micro_usd` integer NOT NULL,
	`budget_ids` text NOT NULL,
	`estimated` integer DEFAULT false NOT NULL,
	`price` text,
	`price_version` text,
	`latency_ms` integer,
	`first_token_ms` integer,
	`idempotency_key` text,
	`lease_owner` text,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`voided_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ai_requests_workspace_id_key` ON `ai_requests` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `ai_requests_created_idx` ON `ai_requests` (`workspace_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ai_requests_key_idx` ON `ai_requests` (`workspace_id`,`key_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `ai_requests_idempotency_idx` ON `ai_requests` (`workspace_id`,`idempotency_key`) WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX `ai_requests_lease_idx` ON `ai_requests` (`lease_owner`) WHERE lease_owner is not null;--> statement-breakpoint
CREATE TABLE `ai_usage_days` (
	`workspace_id` text NOT NULL,
	`day` text NOT NULL,
	`key_id` text NOT NULL,
	`model_id` text NOT NULL,
	`requests` integer NOT NULL,
	`failures` integer NOT NULL,
	`prompt_tokens` integer NOT NULL,
	`completion_tokens` integer NOT NULL,
	`cached_tokens` integer NOT NULL,
	`reasoning_tokens` integer NOT NULL,
	`cost_micro_usd` integer NOT NULL,
	`estimated_requests` integer NOT NULL,
	`unpriced_requests` integer NOT NULL,
	PRIMARY KEY(`workspace_id`, `day`, `key_id`, `model_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ai_usage_days_day_idx` ON `ai_usage_days` (`day`);--> statement-breakpoint
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
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`type` text NOT NULL,
	`body` text NOT NULL,
	`thin_body` text,
	`dedupe_key` text,
	`addressed_to` text,
	`requires` text,
	`request_id` text,
	`cause_run_id` text,
	`cause_depth` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_workspace_sequence_key` ON `events` (`workspace_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `events_type_idx` ON `events` (`workspace_id`,`type`,`sequence`);--> statement-breakpoint
CREATE INDEX `events_created_idx` ON `events` (`created_at`);--> statement-breakpoint
CREATE INDEX `events_request_idx` ON `events` (`workspace_id`,`request_id`,`sequence`);--> statement-breakpoint
CREATE UNIQUE INDEX `events_dedupe_key` ON `events` (`workspace_id`,`dedupe_key`) WHERE dedupe_key is not null;--> statement-breakpoint
CREATE TABLE `workspace_counter` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`last_sequence` integer DEFAULT 0 NOT NULL,
	`webhooks_version` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
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
CREATE TABLE `user_idempotency_records` (
	`user_id` text NOT NULL,
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
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `user_idempotency_expires_idx` ON `user_idempotency_records` (`expires_at`);--> statement-breakpoint
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
CREATE INDEX `webhook_attempts_started_idx` ON `webhook_attempts` (`workspace_id`,`started_at`);--> statement-breakpoint
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
CREATE INDEX `webhook_deliveries_replay_idx` ON `webhook_deliveries` (`replay_id`,`state`) WHERE replay_id is not null;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_addressed_idx` ON `webhook_deliveries` (`webhook_no`,`no`) WHERE state = 0 and addressed;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_created_idx` ON `webhook_deliveries` (`workspace_id`,`created_at`);--> statement-breakpoint
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
	`matched_count` integer DEFAULT 0 NOT NULL,
	`created_count` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`completed_at` integer,
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
CREATE INDEX `webhook_stats_hour_idx` ON `webhook_stats` (`workspace_id`,`hour`);--> statement-breakpoint
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
CREATE TABLE `branding` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text,
	`accent` text,
	`logo_type` text,
	`logo_hash` text,
	`logo` text
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
	`password_verified_at` integer NOT NULL,
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
CREATE TABLE `api_key_secrets` (
	`hash` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`key_id` text NOT NULL,
	`masked_secret` text NOT NULL,
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
CREATE TABLE `inbound_bodies` (
	`request_id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`encoding` text NOT NULL,
	`body` text NOT NULL,
	`expires_at` integer,
	FOREIGN KEY (`request_id`) REFERENCES `inbound_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `inbound_bodies_expires_idx` ON `inbound_bodies` (`expires_at`) WHERE expires_at is not null;--> statement-breakpoint
CREATE TABLE `inbound_dedupe` (
	`workspace_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`key_hash` text NOT NULL,
	`request_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`endpoint_id`, `key_hash`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`endpoint_id`) REFERENCES `inbound_endpoints`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `inbound_dedupe_expires_idx` ON `inbound_dedupe` (`expires_at`);--> statement-breakpoint
CREATE TABLE `inbound_endpoint_versions` (
	`workspace_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`version` integer NOT NULL,
	`config` text NOT NULL,
	`changed` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`endpoint_id`, `version`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`endpoint_id`) REFERENCES `inbound_endpoints`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `inbound_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`status` text NOT NULL,
	`config` text NOT NULL,
	`allowed_instances` text,
	`allowed_domains` text,
	`tokens` text NOT NULL,
	`secrets_sealed` text,
	`secrets` text NOT NULL,
	`warnings` text NOT NULL,
	`samples` integer DEFAULT 0 NOT NULL,
	`created_by` text NOT NULL,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `inbound_endpoints_workspace_idx` ON `inbound_endpoints` (`workspace_id`,`id`);--> statement-breakpoint
CREATE TABLE `inbound_hours` (
	`workspace_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`hour` integer NOT NULL,
	`accepted` integer NOT NULL,
	`rejected` integer NOT NULL,
	`last_at` integer NOT NULL,
	`last_status` text NOT NULL,
	PRIMARY KEY(`endpoint_id`, `hour`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`endpoint_id`) REFERENCES `inbound_endpoints`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `inbound_hours_hour_idx` ON `inbound_hours` (`hour`);--> statement-breakpoint
CREATE TABLE `inbound_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`endpoint_version` integer NOT NULL,
	`method` text NOT NULL,
	`ip` text NOT NULL,
	`user_agent` text NOT NULL,
	`content_type` text,
	`size` integer NOT NULL,
	`headers` text NOT NULL,
	`query` text NOT NULL,
	`body_sha256` text,
	`files` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`stage` text,
	`error` text,
	`dedupe_key` text,
	`duplicate_of` text,
	`publication_ids` text NOT NULL,
	`key_id` text,
	`replay_of` text,
	`body_of` text,
	`replay_version` text,
	`is_sample` integer DEFAULT false NOT NULL,
	`files_until` integer,
	`duration_ms` integer NOT NULL,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `inbound_requests_endpoint_idx` ON `inbound_requests` (`workspace_id`,`endpoint_id`,`id`);--> statement-breakpoint
CREATE INDEX `inbound_requests_status_idx` ON `inbound_requests` (`workspace_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `inbound_requests_created_idx` ON `inbound_requests` (`created_at`) WHERE not is_sample;--> statement-breakpoint
CREATE INDEX `inbound_requests_sample_idx` ON `inbound_requests` (`endpoint_id`,`id`) WHERE is_sample;--> statement-breakpoint
CREATE INDEX `inbound_requests_replay_idx` ON `inbound_requests` (`replay_of`) WHERE replay_of is not null;--> statement-breakpoint
CREATE INDEX `inbound_requests_files_idx` ON `inbound_requests` (`files_until`) WHERE files_until is not null;--> statement-breakpoint
CREATE INDEX `inbound_requests_pending_idx` ON `inbound_requests` (`workspace_id`,`id`) WHERE status = 'pending';--> statement-breakpoint
CREATE TABLE `publication_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`publication_id` text NOT NULL,
	`channel` text NOT NULL,
	`container_id` text NOT NULL,
	`recipient` text NOT NULL,
	`instance_id` text,
	`sent_to` text NOT NULL,
	`label` text,
	`status` text NOT NULL,
	`wait_reason` text,
	`skip_reason` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`parts` text NOT NULL,
	`reference` text,
	`error` text,
	`content_hash` text NOT NULL,
	`sent_at` integer,
	`delivered_at` integer,
	`read_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`publication_id`) REFERENCES `publications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `publication_deliveries_recipient_key` ON `publication_deliveries` (`publication_id`,`channel`,`container_id`,`recipient`);--> statement-breakpoint
CREATE UNIQUE INDEX `publication_deliveries_workspace_id_key` ON `publication_deliveries` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `publication_deliveries_lane_idx` ON `publication_deliveries` (`channel`,`container_id`,`next_attempt_at`,`id`) WHERE status in ('pending', 'waiting');--> statement-breakpoint
CREATE INDEX `publication_deliveries_status_idx` ON `publication_deliveries` (`workspace_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `publication_deliveries_publication_idx` ON `publication_deliveries` (`publication_id`,`status`);--> statement-breakpoint
CREATE INDEX `publication_deliveries_instance_idx` ON `publication_deliveries` (`workspace_id`,`instance_id`,`id`);--> statement-breakpoint
CREATE INDEX `publication_deliveries_reference_idx` ON `publication_deliveries` (`reference`) WHERE reference is not null;--> statement-breakpoint
CREATE INDEX `publication_deliveries_hash_idx` ON `publication_deliveries` (`workspace_id`,`content_hash`,`created_at`);--> statement-breakpoint
CREATE INDEX `publication_deliveries_created_idx` ON `publication_deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `publication_slots` (
	`workspace_id` text NOT NULL,
	`slot_group` text NOT NULL,
	`slot_at` integer NOT NULL,
	`publication_id` text NOT NULL,
	PRIMARY KEY(`workspace_id`, `slot_group`, `slot_at`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `publication_slots_publication_idx` ON `publication_slots` (`publication_id`);--> statement-breakpoint
CREATE INDEX `publication_slots_at_idx` ON `publication_slots` (`slot_at`);--> statement-breakpoint
CREATE TABLE `publications` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`status` text NOT NULL,
	`status_reason` text,
	`title` text,
	`content` text NOT NULL,
	`overrides` text NOT NULL,
	`targets` text NOT NULL,
	`channels` text NOT NULL,
	`instances` text NOT NULL,
	`schedule` text NOT NULL,
	`expires_after_seconds` integer NOT NULL,
	`overflow` text NOT NULL,
	`on_invalid_target` text NOT NULL,
	`duplicate_window_seconds` integer NOT NULL,
	`short_links` text NOT NULL,
	`links` text NOT NULL,
	`metadata` text NOT NULL,
	`counters` text NOT NULL,
	`approval` text,
	`source` text NOT NULL,
	`source_key_id` text,
	`source_user_id` text,
	`inbound_request_id` text,
	`endpoint_id` text,
	`rule_run_id` text,
	`cause_run_id` text,
	`cause_depth` integer,
	`due_at` integer,
	`expires_at` integer,
	`completed_at` integer,
	`search` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `publications_workspace_id_key` ON `publications` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `publications_status_idx` ON `publications` (`workspace_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `publications_due_idx` ON `publications` (`due_at`) WHERE status = 'scheduled';--> statement-breakpoint
CREATE INDEX `publications_expiry_idx` ON `publications` (`expires_at`,`id`) WHERE status in ('scheduled', 'queued', 'publishing', 'paused');--> statement-breakpoint
CREATE INDEX `publications_created_idx` ON `publications` (`created_at`);--> statement-breakpoint
CREATE TABLE `rule_paces` (
	`workspace_id` text PRIMARY KEY NOT NULL,
	`pace_ms` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `rule_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`rule_id` text NOT NULL,
	`rule_version` integer NOT NULL,
	`trigger` text NOT NULL,
	`origin` text NOT NULL,
	`context` text NOT NULL,
	`event_id` text,
	`scheduled_for` integer,
	`status` text NOT NULL,
	`reason` text,
	`steps` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`chain` text NOT NULL,
	`debounce_key` text,
	`throttle_key` text,
	`next_at` integer NOT NULL,
	`lease_owner` text,
	`lease_until` integer,
	`started_at` integer,
	`completed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rule_runs_origin_key` ON `rule_runs` (`rule_id`,`origin`);--> statement-breakpoint
CREATE UNIQUE INDEX `rule_runs_workspace_id_key` ON `rule_runs` (`workspace_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `rule_runs_debounce_key` ON `rule_runs` (`rule_id`,`debounce_key`) WHERE debounce_key is not null;--> statement-breakpoint
CREATE INDEX `rule_runs_throttle_idx` ON `rule_runs` (`rule_id`,`throttle_key`,`created_at`) WHERE throttle_key is not null;--> statement-breakpoint
CREATE INDEX `rule_runs_due_idx` ON `rule_runs` (`workspace_id`,`next_at`) WHERE status in ('queued', 'waiting');--> statement-breakpoint
CREATE INDEX `rule_runs_lease_idx` ON `rule_runs` (`lease_until`) WHERE status = 'running';--> statement-breakpoint
CREATE INDEX `rule_runs_rule_idx` ON `rule_runs` (`workspace_id`,`rule_id`,`id`);--> statement-breakpoint
CREATE INDEX `rule_runs_status_idx` ON `rule_runs` (`workspace_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `rule_runs_created_idx` ON `rule_runs` (`created_at`);--> statement-breakpoint
CREATE TABLE `rule_versions` (
	`rule_id` text NOT NULL,
	`workspace_id` text NOT NULL,
	`number` integer NOT NULL,
	`config` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`rule_id`, `number`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `rules` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`status` text NOT NULL,
	`disabled_reason` text,
	`disabled_at` integer,
	`config` text NOT NULL,
	`config_version` integer DEFAULT 1 NOT NULL,
	`read_grant` text NOT NULL,
	`trigger_type` text NOT NULL,
	`start_sequence` integer NOT NULL,
	`next_run_at` integer,
	`pace_ms` integer DEFAULT 0 NOT NULL,
	`consecutive_failures` integer DEFAULT 0 NOT NULL,
	`failing_since_at` integer,
	`last_run_at` integer,
	`last_run_status` text,
	`throttled_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rules_workspace_id_key` ON `rules` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `rules_due_idx` ON `rules` (`workspace_id`,`next_run_at`,`id`) WHERE status = 'active' and next_run_at is not null;--> statement-breakpoint
CREATE INDEX `rules_trigger_idx` ON `rules` (`workspace_id`,`trigger_type`,`status`);--> statement-breakpoint
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
	`suppress_events` integer NOT NULL,
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
	`completed_at` integer,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `link_imports_workspace_id_key` ON `link_imports` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `link_imports_open_idx` ON `link_imports` (`workspace_id`,`id`) WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX `link_imports_lease_idx` ON `link_imports` (`lease_owner`) WHERE lease_owner is not null;--> statement-breakpoint
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
	`click_retention_days` integer NOT NULL,
	`count_http_clients` integer NOT NULL,
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
	`notes` text,
	`external_id` text,
	`metadata` text NOT NULL,
	`redirect_status` integer NOT NULL,
	`starts_at` integer,
	`expires_at` integer,
	`expired_url` text,
	`expired_event_at` integer,
	`max_clicks` integer,
	`limit_reached_url` text,
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
CREATE TABLE `wa_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`status` text NOT NULL,
	`content` text NOT NULL,
	`total` integer NOT NULL,
	`rate` integer,
	`completed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_batches_workspace_id_key` ON `wa_batches` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_batches_instance_idx` ON `wa_batches` (`instance_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_batches_open_idx` ON `wa_batches` (`status`,`instance_id`,`id`) WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX `wa_batches_paced_idx` ON `wa_batches` (`id`) WHERE status = 'running' and rate is not null;--> statement-breakpoint
CREATE INDEX `wa_batches_canceled_idx` ON `wa_batches` (`id`) WHERE status = 'canceled' and completed_at is null;--> statement-breakpoint
CREATE TABLE `wa_cloud_apps` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`secret_sealed` text NOT NULL,
	`verify_token_sealed` text NOT NULL,
	`verify_token_hint` text NOT NULL,
	`ingress_token` text NOT NULL,
	`verified_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_cloud_apps_secret_key` ON `wa_cloud_apps` (`workspace_id`,`secret_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `wa_cloud_apps_ingress_key` ON `wa_cloud_apps` (`ingress_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `wa_cloud_apps_workspace_id_key` ON `wa_cloud_apps` (`workspace_id`,`id`);--> statement-breakpoint
CREATE TABLE `wa_instance_history` (
	`seq` integer PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wa_instance_history_instance_idx` ON `wa_instance_history` (`instance_id`,`seq`);--> statement-breakpoint
CREATE TABLE `wa_instances` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`name` text NOT NULL,
	`driver` text NOT NULL,
	`status` text NOT NULL,
	`status_reason` text,
	`status_changed_at` integer NOT NULL,
	`reported_status` text,
	`reported_reason` text,
	`report_at` integer,
	`generation` integer DEFAULT 0 NOT NULL,
	`phone` text,
	`display_name` text,
	`lid` text,
	`metadata` text NOT NULL,
	`settings` text NOT NULL,
	`health_reasons` text NOT NULL,
	`quality_rating` text,
	`messaging_limit` text,
	`proxy_sealed` text,
	`proxy_redacted` text,
	`pairing_sealed` text,
	`passkey_sealed` text,
	`app_id` text,
	`phone_number_id` text,
	`waba_id` text,
	`graph_version` text,
	`base_url` text,
	`token_sealed` text,
	`token_hint` text,
	`last_webhook_at` integer,
	`templates_synced_at` integer,
	`sandbox` text,
	`web` text,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`app_id`) REFERENCES `wa_cloud_apps`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_instances_name_key` ON `wa_instances` (`workspace_id`,`name`) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `wa_instances_phone_number_key` ON `wa_instances` (`workspace_id`,`phone_number_id`) WHERE phone_number_id is not null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `wa_instances_workspace_id_key` ON `wa_instances` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_instances_app_idx` ON `wa_instances` (`app_id`);--> statement-breakpoint
CREATE INDEX `wa_instances_report_idx` ON `wa_instances` (`report_at`) WHERE report_at is not null;--> statement-breakpoint
CREATE INDEX `wa_instances_deleted_idx` ON `wa_instances` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE TABLE `wa_pacing` (
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`key` text NOT NULL,
	`theoretical_at` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `key`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `wa_provider_raw` (
	`seq` integer PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`app_id` text NOT NULL,
	`body_hash` text NOT NULL,
	`sealed` text NOT NULL,
	`parsed_at` integer,
	`problems` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer NOT NULL,
	`lease_owner` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`app_id`) REFERENCES `wa_cloud_apps`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_provider_raw_body_key` ON `wa_provider_raw` (`app_id`,`body_hash`);--> statement-breakpoint
CREATE INDEX `wa_provider_raw_fresh_idx` ON `wa_provider_raw` (`workspace_id`,`next_try_at`,`seq`) WHERE parsed_at is null and problems is null;--> statement-breakpoint
CREATE INDEX `wa_provider_raw_tried_idx` ON `wa_provider_raw` (`workspace_id`,`next_try_at`,`seq`) WHERE parsed_at is null and problems is not null;--> statement-breakpoint
CREATE INDEX `wa_provider_raw_lease_idx` ON `wa_provider_raw` (`lease_owner`) WHERE lease_owner is not null;--> statement-breakpoint
CREATE INDEX `wa_provider_raw_created_idx` ON `wa_provider_raw` (`created_at`);--> statement-breakpoint
CREATE TABLE `wa_sandbox_states` (
	`instance_id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`state` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `wa_sandbox_timers` (
	`seq` integer PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`step` text NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wa_sandbox_timers_instance_idx` ON `wa_sandbox_timers` (`instance_id`,`due_at`,`seq`);--> statement-breakpoint
CREATE TABLE `wa_templates` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`provider_template_id` text,
	`name` text NOT NULL,
	`language` text NOT NULL,
	`category` text NOT NULL,
	`status` text NOT NULL,
	`rejection_reason` text,
	`quality` text NOT NULL,
	`parameter_format` text NOT NULL,
	`components` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_templates_name_key` ON `wa_templates` (`instance_id`,`name`,`language`);--> statement-breakpoint
CREATE UNIQUE INDEX `wa_templates_workspace_id_key` ON `wa_templates` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_templates_provider_idx` ON `wa_templates` (`instance_id`,`provider_template_id`);--> statement-breakpoint
CREATE TABLE `wa_media` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`message_id` text,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`error` text,
	`mime_type` text NOT NULL,
	`size` integer DEFAULT 0 NOT NULL,
	`sha256` text,
	`filename` text,
	`width` integer,
	`height` integer,
	`duration_seconds` integer,
	`source_sealed` text,
	`provider_media_id` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer,
	`lease_owner` text,
	`lease_until` integer,
	`stored_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_media_workspace_id_key` ON `wa_media` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_media_hash_idx` ON `wa_media` (`workspace_id`,`sha256`) WHERE sha256 is not null;--> statement-breakpoint
CREATE INDEX `wa_media_next_idx` ON `wa_media` (`workspace_id`,`next_try_at`) WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX `wa_media_lease_idx` ON `wa_media` (`lease_owner`) WHERE lease_owner is not null;--> statement-breakpoint
CREATE INDEX `wa_media_stored_idx` ON `wa_media` (`stored_at`) WHERE stored_at is not null;--> statement-breakpoint
CREATE INDEX `wa_media_instance_idx` ON `wa_media` (`instance_id`,`id`);--> statement-breakpoint
CREATE TABLE `wa_media_uploads` (
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`sha256` text NOT NULL,
	`mime_type` text NOT NULL,
	`provider_media_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `sha256`, `mime_type`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `wa_early_events` (
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`provider_message_id` text NOT NULL,
	`hash` text NOT NULL,
	`event` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `provider_message_id`, `hash`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wa_early_events_created_idx` ON `wa_early_events` (`created_at`);--> statement-breakpoint
CREATE TABLE `wa_message_provider_ids` (
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`provider_message_id` text NOT NULL,
	`message_id` text NOT NULL,
	`attempt` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `provider_message_id`, `message_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`message_id`) REFERENCES `wa_messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wa_message_provider_ids_message_idx` ON `wa_message_provider_ids` (`message_id`);--> statement-breakpoint
CREATE TABLE `wa_message_receipts` (
	`workspace_id` text NOT NULL,
	`message_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`message_id`, `contact_id`, `status`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`message_id`) REFERENCES `wa_messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `wa_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`chat_id` text NOT NULL,
	`direction` text NOT NULL,
	`origin` text NOT NULL,
	`type` text NOT NULL,
	`status` text NOT NULL,
	`status_history` text NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`waiting` text,
	`provider_message_id` text,
	`sender_key` text NOT NULL,
	`contact_id` text,
	`group_id` text,
	`reply_to` text,
	`forwarded` integer DEFAULT false NOT NULL,
	`mentions` text NOT NULL,
	`content` text NOT NULL,
	`fallback_applied` integer DEFAULT false NOT NULL,
	`media_id` text,
	`reactions` text NOT NULL,
	`context` text,
	`error` text,
	`client_reference` text,
	`publication_delivery_id` text,
	`cause_run_id` text,
	`cause_depth` integer,
	`batch_id` text,
	`metadata` text NOT NULL,
	`simulate_typing_ms` integer DEFAULT 0 NOT NULL,
	`scheduled_at` integer,
	`expires_at` integer,
	`accepted_at` integer,
	`sent_at` integer,
	`delivered_at` integer,
	`read_at` integer,
	`edited_at` integer,
	`edits` text NOT NULL,
	`deleted_at` integer,
	`provider_at` integer,
	`due_at` integer,
	`priority` integer DEFAULT 0 NOT NULL,
	`lease_owner` text,
	`lease_until` integer,
	`dispatched_at` integer,
	`retries` integer DEFAULT 0 NOT NULL,
	`search` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`chat_id`) REFERENCES `wa_chats`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_messages_key` ON `wa_messages` (`instance_id`,`chat_id`,`sender_key`,`provider_message_id`) WHERE provider_message_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `wa_messages_workspace_id_key` ON `wa_messages` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_messages_chat_idx` ON `wa_messages` (`chat_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_messages_instance_idx` ON `wa_messages` (`instance_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_messages_inbound_idx` ON `wa_messages` (`workspace_id`,`chat_id`,`id`) WHERE direction = 'inbound';--> statement-breakpoint
CREATE INDEX `wa_messages_lease_idx` ON `wa_messages` (`lease_owner`) WHERE lease_owner is not null;--> statement-breakpoint
CREATE INDEX `wa_messages_rare_idx` ON `wa_messages` (`workspace_id`,`status`,`id`) WHERE status in ('scheduled', 'unconfirmed', 'failed', 'canceled');--> statement-breakpoint
CREATE INDEX `wa_messages_open_idx` ON `wa_messages` (`instance_id`,`status`,`due_at`) WHERE status in ('scheduled', 'queued', 'sending', 'unconfirmed');--> statement-breakpoint
CREATE INDEX `wa_messages_line_idx` ON `wa_messages` (`instance_id`,`priority`,`chat_id`,`id`) WHERE status in ('queued', 'sending') and accepted_at is null;--> statement-breakpoint
CREATE INDEX `wa_messages_expiry_idx` ON `wa_messages` (`expires_at`) WHERE status in ('scheduled', 'queued');--> statement-breakpoint
CREATE INDEX `wa_messages_client_ref_idx` ON `wa_messages` (`workspace_id`,`client_reference`,`id`) WHERE client_reference is not null;--> statement-breakpoint
CREATE INDEX `wa_messages_batch_idx` ON `wa_messages` (`batch_id`,`status`) WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX `wa_messages_media_idx` ON `wa_messages` (`media_id`) WHERE media_id is not null;--> statement-breakpoint
CREATE TABLE `wa_calls` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`provider_call_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`group_id` text,
	`is_video` integer NOT NULL,
	`status` text NOT NULL,
	`rejected` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `wa_contacts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `wa_groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_calls_provider_key` ON `wa_calls` (`instance_id`,`provider_call_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `wa_calls_workspace_id_key` ON `wa_calls` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_calls_contact_idx` ON `wa_calls` (`contact_id`);--> statement-breakpoint
CREATE INDEX `wa_calls_group_idx` ON `wa_calls` (`group_id`);--> statement-breakpoint
CREATE INDEX `wa_calls_created_idx` ON `wa_calls` (`created_at`);--> statement-breakpoint
CREATE TABLE `wa_chats` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`type` text NOT NULL,
	`provider_chat_id` text NOT NULL,
	`title` text NOT NULL,
	`contact_id` text,
	`group_id` text,
	`unread_count` integer DEFAULT 0 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`pinned` integer DEFAULT false NOT NULL,
	`muted_until` integer,
	`label_ids` text,
	`last_message_id` text,
	`last_message_at` integer NOT NULL,
	`window_expires_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `wa_contacts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`group_id`) REFERENCES `wa_groups`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_chats_provider_key` ON `wa_chats` (`instance_id`,`provider_chat_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `wa_chats_workspace_id_key` ON `wa_chats` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_chats_instance_idx` ON `wa_chats` (`instance_id`,`last_message_at`,`id`);--> statement-breakpoint
CREATE INDEX `wa_chats_contact_idx` ON `wa_chats` (`contact_id`);--> statement-breakpoint
CREATE INDEX `wa_chats_group_idx` ON `wa_chats` (`group_id`);--> statement-breakpoint
CREATE TABLE `wa_contact_addresses` (
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`contact_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `kind`, `value`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `wa_contacts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wa_contact_addresses_contact_idx` ON `wa_contact_addresses` (`contact_id`);--> statement-breakpoint
CREATE TABLE `wa_contacts` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`phone` text,
	`lid` text,
	`bsuid` text,
	`username` text,
	`name` text,
	`push_name` text,
	`is_business` integer DEFAULT false NOT NULL,
	`is_blocked` integer DEFAULT false NOT NULL,
	`picture_url` text,
	`picture_at` integer,
	`about` text,
	`about_at` integer,
	`opt_out` text DEFAULT 'none' NOT NULL,
	`metadata` text NOT NULL,
	`search` text NOT NULL,
	`sort_key` text DEFAULT '' NOT NULL,
	`masked_sort_key` text DEFAULT '' NOT NULL,
	`merged_into_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_contacts_workspace_id_key` ON `wa_contacts` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_contacts_instance_idx` ON `wa_contacts` (`instance_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_contacts_sort_key_idx` ON `wa_contacts` (`instance_id`,`sort_key`,`id`) WHERE merged_into_id is null;--> statement-breakpoint
CREATE INDEX `wa_contacts_masked_sort_key_idx` ON `wa_contacts` (`instance_id`,`masked_sort_key`,`id`) WHERE merged_into_id is null;--> statement-breakpoint
CREATE INDEX `wa_contacts_merged_idx` ON `wa_contacts` (`merged_into_id`) WHERE merged_into_id is not null;--> statement-breakpoint
CREATE TABLE `wa_group_join_requests` (
	`workspace_id` text NOT NULL,
	`group_id` text NOT NULL,
	`request_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `request_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `wa_groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `wa_contacts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wa_group_join_requests_contact_idx` ON `wa_group_join_requests` (`contact_id`);--> statement-breakpoint
CREATE TABLE `wa_group_participants` (
	`workspace_id` text NOT NULL,
	`group_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`role` text NOT NULL,
	`joined_at` integer,
	PRIMARY KEY(`group_id`, `contact_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `wa_groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `wa_contacts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wa_group_participants_contact_idx` ON `wa_group_participants` (`contact_id`);--> statement-breakpoint
CREATE TABLE `wa_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`provider_group_id` text,
	`provider_request_id` text,
	`status` text NOT NULL,
	`subject` text NOT NULL,
	`description` text,
	`owner_contact_id` text,
	`picture_url` text,
	`admins_only_messages` integer DEFAULT false NOT NULL,
	`admins_only_settings` integer DEFAULT false NOT NULL,
	`join_approval` integer DEFAULT false NOT NULL,
	`member_add_mode` text,
	`message_lifetime_seconds` integer,
	`size` integer DEFAULT 0 NOT NULL,
	`invite_link` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_groups_provider_key` ON `wa_groups` (`instance_id`,`provider_group_id`) WHERE provider_group_id is not null;--> statement-breakpoint
CREATE INDEX `wa_groups_request_idx` ON `wa_groups` (`instance_id`,`provider_request_id`) WHERE provider_request_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `wa_groups_workspace_id_key` ON `wa_groups` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_groups_instance_idx` ON `wa_groups` (`instance_id`,`id`);--> statement-breakpoint
CREATE TABLE `wa_label_reservations` (
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`name_key` text NOT NULL,
	`is_new` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `name_key`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `wa_labels` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`provider_label_id` text NOT NULL,
	`name` text NOT NULL,
	`color` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wa_labels_provider_key` ON `wa_labels` (`instance_id`,`provider_label_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `wa_labels_workspace_id_key` ON `wa_labels` (`workspace_id`,`id`);--> statement-breakpoint
CREATE INDEX `wa_labels_instance_idx` ON `wa_labels` (`instance_id`,`id`);--> statement-breakpoint
CREATE TABLE `wa_socket_calls` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`instance_id` text NOT NULL,
	`owner` text NOT NULL,
	`call_sealed` text NOT NULL,
	`begun_at` integer,
	`result_sealed` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wa_socket_calls_waiting_idx` ON `wa_socket_calls` (`owner`,`created_at`) WHERE begun_at is null;--> statement-breakpoint
CREATE TABLE `wa_sockets` (
	`instance_id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`goal` text NOT NULL,
	`generation` integer DEFAULT 0 NOT NULL,
	`fence` integer DEFAULT 0 NOT NULL,
	`lease_owner` text,
	`lease_until` integer,
	`due_at` integer,
	`opened_at` integer,
	`seen_at` integer,
	`engine_version` text,
	`protocol_version` text,
	`is_syncing` integer DEFAULT false NOT NULL,
	`sync_progress` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `wa_instances`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `wa_sockets_due_idx` ON `wa_sockets` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX `wa_sockets_owner_idx` ON `wa_sockets` (`lease_owner`) WHERE lease_owner is not null;--> statement-breakpoint
CREATE TABLE `event_cursors` (
	`consumer` text NOT NULL,
	`workspace_id` text NOT NULL,
	`sequence` integer NOT NULL,
	PRIMARY KEY(`consumer`, `workspace_id`),
	FOREIGN KEY (`workspace_id`) REFERENCES `workspaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
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
