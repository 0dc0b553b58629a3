ALTER TABLE `wa_contacts` ADD `place` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `wa_contacts` ADD `masked_place` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `wa_contacts_place_idx` ON `wa_contacts` (`instance_id`,`place`,`id`) WHERE merged_into_id is null;--> statement-breakpoint
CREATE INDEX `wa_contacts_masked_place_idx` ON `wa_contacts` (`instance_id`,`masked_place`,`id`) WHERE merged_into_id is null;