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
CREATE INDEX `user_idempotency_expires_idx` ON `user_idempotency_records` (`expires_at`);