"""The table server: play with anyone by a link, lose nothing, leak nothing."""
