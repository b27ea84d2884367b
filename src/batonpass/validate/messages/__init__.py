"""One file per rule about requests and responses."""
